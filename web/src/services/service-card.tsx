import { useQuery } from '@tanstack/react-query'
import type { Service } from '../api/types'
import { ButtonLink } from '../ui/button'
import { StatusLine } from '../ui/status-line'
import { ThinBar } from '../ui/thin-bar'
import { AddressPlate } from './address-plate'
import { Devices } from './devices'
import { LOOK_EVERY, serviceQuery } from './queries'
import { daysInAll, daysLeft, lineOf, period } from './words'

interface ServiceCardProps {
  service: Service
  /** When the list that it comes from was read. */
  readAt: number
}

/** One address that the member holds, what runs over it and until when. */
export function ServiceCard({ service: listed, readAt }: ServiceCardProps) {
  const isActive = listed.state === 'active'
  const { data: service } = useQuery({
    ...serviceQuery(listed.id),
    initialData: listed,
    initialDataUpdatedAt: readAt,
    refetchInterval: isActive && LOOK_EVERY.running,
    enabled: isActive,
  })
  return (
    <article
      aria-label={service.address}
      className="grid gap-8 rounded-card border border-line p-5 sm:p-6 lg:grid-cols-[5fr_7fr]"
    >
      <div className="grid content-start gap-5">
        <AddressPlate service={service} label={service.planName} />
        <StatusLine {...lineOf(service)} />
        <Time service={service} />
      </div>
      {service.state === 'active' ? <Devices service={service} isNextStep /> : <Over service={service} />}
    </article>
  )
}

function Time({ service }: { service: Service }) {
  return (
    <div className="grid gap-2">
      <p className="figures flex flex-wrap justify-between gap-x-4 text-caption">
        <span className="text-ink-2">{period(service)}</span>
        {service.state === 'active' && <span className="font-semibold">{daysLeft(service)}</span>}
      </p>
      <ThinBar value={service.daysLeft} max={daysInAll(service)} label="남은 이용 기간" />
    </div>
  )
}

/** The address has gone back to the carrier's shelf; a new purchase gets another one. */
function Over({ service }: { service: Service }) {
  return (
    <div className="grid content-start justify-items-start gap-4">
      <p className="text-ink-2 text-small">
        이용 기간이 끝나 이 IP는 더 이상 사용할 수 없습니다. 다시 구매하시면 새 IP가 배정됩니다.
      </p>
      <ButtonLink to={`/${service.kind}-ip`} kind="quiet" size="small">
        다시 구매하기
      </ButtonLink>
    </div>
  )
}
