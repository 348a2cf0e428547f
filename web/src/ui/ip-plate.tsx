import type { ReactNode } from 'react'
import { classes } from './classes'

interface IpPlateProps {
  /** `null` until it is known. */
  address: string | null
  label: ReactNode
  /** Carrier and region, or what kind of address it is. */
  note?: ReactNode
  tone?: 'plain' | 'accent'
  /** Shown beside the address, such as a `CopyButton`. */
  action?: ReactNode
  large?: boolean
  className?: string
}

/** IPv6 addresses may be longer, and are then set smaller. */
const LONGEST_IPV4 = 15

/** An IP address on a plate of its own, the same all over the site: the address is the product. */
export function IpPlate({ address, label, note, tone = 'plain', ...rest }: IpPlateProps) {
  const { action, large = false, className } = rest
  const isAccent = tone === 'accent'
  const isLong = address !== null && address.length > LONGEST_IPV4
  return (
    <div
      className={classes(
        'rounded-card border bg-paper py-4 pr-3 pl-5',
        isAccent ? 'border-accent ring-1 ring-accent' : 'border-line',
        className,
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 pr-2 text-caption text-ink-2">
        <span>{label}</span>
        {note && <span className={classes(isAccent && 'font-semibold text-accent')}>{note}</span>}
      </p>
      <div className="mt-1 flex min-h-11 items-center justify-between gap-2">
        <span
          translate="no"
          className={classes(
            'address',
            isLong ? 'text-lead' : large ? 'text-title-m sm:text-title-l' : 'text-title-s sm:text-title-m',
          )}
        >
          {address ?? (
            <span className="text-line">
              <span aria-hidden="true">···.···.···.···</span>
              <span className="sr-only">확인 중</span>
            </span>
          )}
        </span>
        {action}
      </div>
    </div>
  )
}
