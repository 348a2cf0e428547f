import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../frame/queries'
import { useMay, useSession } from '../frame/session'
import { OBJECT_WORDS, useActionWords } from '../record/words'
import { lastMonths, monthInWords } from './months'

export interface Option {
  value: string
  label: string
}

/** Where choices come from, as the server's declarations name it. */
export type OptionsName =
  | 'actions'
  | 'answerers'
  | 'carriers'
  | 'gateways'
  | 'months'
  | 'months_of_profits'
  | 'objects'
  | 'plans'
  | 'pools'
  | 'pools_of_profits'
  | 'roles'
  | 'serving_gateways'
  | 'staff'
  | 'stock_gateways'
  | 'stock_pools'

/** Choices of what is named many times, each once. */
const unique = (pairs: [string, string][]): Option[] =>
  [...new Map(pairs)].map(([value, label]) => ({ value, label }))

/** Costs of the pools are set a month back at most, and a year is kept from the beginning. */
const MONTHS_OF_PROFITS = 13

const ofId = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

/** The choices by their names; none for whoever may not see them. */
export function useOptionsOf(names: string[]): Partial<Record<string, Option[]>> {
  const may = useMay()
  const gateways = useQuery({
    ...consoleQuery('/api/v1/console/gateways'),
    enabled: names.some((name) => name.endsWith('gateways')) && may('gateways.view'),
  })
  const plans = useQuery({
    ...consoleQuery('/api/v1/console/plans'),
    enabled: names.includes('plans') && may('catalog.view'),
  })
  const pools = useQuery({
    ...consoleQuery('/api/v1/console/address-pools'),
    enabled: names.includes('pools') && may('catalog.view'),
  })
  const costs = useQuery({
    ...consoleQuery('/api/v1/console/pool-costs'),
    enabled: names.includes('pools_of_profits') && may('numbers.view'),
  })
  const staff = useQuery({
    ...consoleQuery('/api/v1/console/staff'),
    enabled: names.includes('staff') && may('staff.view'),
  })
  const roles = useQuery({
    ...consoleQuery('/api/v1/console/roles'),
    enabled: names.includes('roles') && may('staff.view'),
  })
  const stock = useQuery({
    ...consoleQuery('/api/v1/console/addresses/pools'),
    enabled: names.some((name) => name === 'carriers' || name.startsWith('stock')) && may('addresses.view'),
  })
  const colleagues = useQuery({
    ...consoleQuery('/api/v1/console/inquiries/colleagues'),
    enabled: names.includes('answerers') && may('inquiries.view'),
  })
  const self = useSession()
  const counted = stock.data?.items
  const actions = useActionWords()
  const made: Record<OptionsName, Option[] | undefined> = {
    gateways: gateways.data?.items.map(ofId),
    serving_gateways: gateways.data?.items
      .filter(({ state }) => state === 'serving')
      .map(({ name, free }) => ({ value: name, label: `${name} (남은 IP ${free.toLocaleString()})` })),
    months: lastMonths().map((month) => ({ value: month, label: monthInWords(month) })),
    months_of_profits: lastMonths(MONTHS_OF_PROFITS).map((month) => ({
      value: month,
      label: monthInWords(month),
    })),
    plans: plans.data?.items.map(ofId),
    pools: pools.data?.items.map(({ id, carrier, region, code, free }) => ({
      value: String(id),
      label: `${carrier} ${region} (${code}), ${free}개`,
    })),
    pools_of_profits: costs.data?.items.map(({ poolId, code }) => ({ value: String(poolId), label: code })),
    staff: staff.data?.items.map(ofId),
    roles: roles.data?.items.map(ofId),
    // Oneself stands first among those who may answer.
    answerers: [
      { value: '0', label: '아무도 없음' },
      { value: String(self.id), label: '나' },
      ...(colleagues.data?.items.filter(({ id }) => id !== self.id).map(ofId) ?? []),
    ],
    // Those that the shop has counted addresses of.
    carriers: counted && unique(counted.map(({ pool }) => [pool.carrier, pool.carrier])),
    stock_gateways: counted && unique(counted.map(({ gateway }) => [String(gateway.id), gateway.name])),
    stock_pools: counted && unique(counted.map(({ pool }) => [String(pool.id), pool.code])),
    actions,
    objects: OBJECT_WORDS,
  }
  return made
}

/** The choices of one field. */
export function useOptions(name: string | undefined): Option[] {
  const made = useOptionsOf(name ? [name] : [])
  return (name && made[name]) || []
}
