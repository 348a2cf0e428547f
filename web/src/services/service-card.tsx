import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { Service } from '../api/types'
import { useMember } from '../members'
import { classes } from '../ui/classes'
import { useHydrated } from '../ui/hydrated'
import { Skeleton } from '../ui/skeleton'
import { StatusLine } from '../ui/status-line'
import { ThinBar } from '../ui/thin-bar'
import { AddressPlate } from './address-plate'
import { Devices } from './devices'
import { FlaggedAddress } from './flagged-address'
import { Moving } from './moving'
import { Ended, Suspended } from './not-running'
import { forgetSetup } from './own-setup'
import { LOOK_EVERY, serviceQuery } from './queries'
import { mayChange, rightsInWords } from './rights'
import { WaysToGoOn } from './ways-to-go-on'
import { daysLeft, lineOf, nameOf, period, totalDays } from './words'

/** Only whoever holds a dynamic service loads it, and in the browser alone: the server draws no lazy part. */
const Rotation = lazy(() => import('./rotation/rotation'))

interface ServiceCardProps {
  service: Service
  /** When the list that `service` is from was loaded. */
  readAt: number
}

/** A service of the member: its address, connection, remaining time and devices. */
export function ServiceCard({ service: listed, readAt }: ServiceCardProps) {
  const isActive = listed.state === 'active'
  const isHydrated = useHydrated()
  const { data: service } = useQuery({
    ...serviceQuery(listed.id),
    initialData: listed,
    initialDataUpdatedAt: readAt,
    refetchInterval: isActive && LOOK_EVERY.running,
    enabled: isActive,
  })
  const isRunning = service.state === 'active'
  useEffect(() => {
    if (!isRunning) forgetSetup(service.id)
  }, [isRunning, service.id])
  const rights = rightsInWords(service, useMember()?.ipTicket ?? 0)
  return (
    <article
      aria-label={nameOf(service.address)}
      className={classes(
        'grid gap-8 rounded-card border border-line p-5 sm:p-6 lg:grid-cols-[5fr_7fr]',
        service.move ? 'lg:grid-rows-[auto_auto_1fr]' : 'lg:grid-rows-[auto_1fr]',
      )}
    >
      <Moving service={service} />
      <div className="grid content-start gap-5">
        <AddressPlate service={service} label={service.planName} />
        <StatusLine {...lineOf(service)} />
        <FlaggedAddress service={service} />
        <Time service={service} />
        {rights && <p className="figures text-small">{rights}</p>}
        <WaysToGoOn service={service} />
      </div>
      <div className="min-w-0 lg:row-span-2">
        <Body service={service} />
      </div>
      {isActive && service.kind === 'dynamic' && mayChange(service) && (
        <Suspense fallback={<Skeleton className="h-48" />}>
          {isHydrated ? <Rotation service={service} /> : <Skeleton className="h-48" />}
        </Suspense>
      )}
    </article>
  )
}

function Body({ service }: { service: Service }) {
  if (service.state === 'active') return <Devices service={service} />
  return service.state === 'suspended' ? <Suspended service={service} /> : <Ended service={service} />
}

function Time({ service }: { service: Service }) {
  return (
    <div className="grid gap-2">
      <p className="figures flex flex-wrap justify-between gap-x-4 text-caption">
        <span className="text-ink-2">{period(service)}</span>
        {service.state === 'active' && <span className="font-semibold">{daysLeft(service)}</span>}
      </p>
      <ThinBar value={service.daysLeft} max={totalDays(service)} label="남은 이용 기간" />
    </div>
  )
}
