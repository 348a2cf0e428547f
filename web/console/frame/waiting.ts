import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../src/api/path'
import { get } from './calls'
import type { EntryName } from './entries'
import { useMay, useSession } from './session'

export type Waiting = Answer<'/api/v1/console/today'>['waiting'][number]

/** How often the page looks by itself. It counts as no use of the session. */
const LOOKS_EVERY = 30_000

/** Where somebody goes for what waits. */
const ENTRY: Record<Waiting['kind'], EntryName> = {
  approvals: 'settings',
  incidents: 'settings',
  announced: 'settings',
  alarms: 'orders',
  backups: 'orders',
  refunds: 'orders',
  accounts: 'orders',
  deposits: 'orders',
  invoices: 'orders',
  inquiries: 'inquiries',
  charges: 'subscriptions',
  pools: 'services',
  addresses: 'services',
  gateways: 'gateways',
  outbox: 'inquiries',
  refused: 'inquiries',
  jobs: 'settings',
}

export const todayQuery = {
  queryKey: ['/api/v1/console/today'],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/api/v1/console/today', { signal, quiet: true }),
  // Another box may have a newer release, which knows of more than these pages do.
  select: (today: Answer<'/api/v1/console/today'>) => ({
    ...today,
    waiting: today.waiting.filter(({ kind }) => kind in ENTRY),
  }),
  staleTime: 10_000,
  refetchInterval: LOOKS_EVERY,
}

/** What waits for the customer, not for us: no number in the navigation. */
const PATIENT: Waiting['kind'][] = ['deposits', 'accounts', 'charges', 'refused']

/** How many people or things wait behind an entry of the navigation. An entry where nobody waits has no number. */
export function useWaiting(): Partial<Record<EntryName, number>> {
  const { confirmations } = useSession()
  const may = useMay()
  const { data } = useQuery({ ...todayQuery, enabled: may('today.view') })
  if (!data) return { settings: confirmations }
  const waiting: Partial<Record<EntryName, number>> = {}
  for (const { kind, count } of data.waiting)
    if (!PATIENT.includes(kind)) waiting[ENTRY[kind]] = (waiting[ENTRY[kind]] ?? 0) + count
  return waiting
}
