import type { Order } from '../api/types'
import { plainDay } from '../korean/dates'
import { figures } from '../korean/money'

interface PlateProps {
  label: string
  title: string
  note: string | null
}

/** Shows a purchase without an address in the look of an address plate. */
function Plate({ label, title, note }: PlateProps) {
  return (
    <div className="rounded-card border border-accent bg-paper px-5 py-4 ring-1 ring-accent">
      <p className="text-caption text-ink-2">{label}</p>
      <p className="figures mt-1 font-semibold text-title-s sm:text-title-m">{title}</p>
      {note && <p className="figures mt-1 text-ink-2 text-small">{note}</p>}
    </div>
  )
}

export function GrantedTickets({ order }: { order: Order }) {
  const { planName, quantity, periodUntil } = order
  return (
    <Plate
      label="지급된 교체권"
      title={`${planName} ${figures(quantity)}장`}
      note={periodUntil && `${plainDay(periodUntil)}까지 사용하실 수 있습니다.`}
    />
  )
}

export function RenewedServices({ order }: { order: Order }) {
  const { planName, carrier, services, periodFrom, periodUntil } = order
  const addresses = services.flatMap(({ address }) => address ?? [])
  return (
    <Plate
      label={[planName, carrier].filter(Boolean).join(' · ')}
      title={addresses.length > 0 ? addresses.join(', ') : planName}
      note={
        periodFrom &&
        periodUntil &&
        `${plainDay(periodFrom)}부터 이어져 ${plainDay(periodUntil)}까지 이용하실 수 있습니다.`
      }
    />
  )
}
