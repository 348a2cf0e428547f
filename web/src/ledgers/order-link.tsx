import type { ReactNode } from 'react'
import { orderPath } from '../history/paths'
import { Link } from '../ui/link'

export function OrderLink({ orderId, children }: { orderId: string; children: ReactNode }) {
  return (
    <Link
      to={orderPath(orderId)}
      className="underline decoration-line underline-offset-4 hover:decoration-ink-3"
    >
      {children}
    </Link>
  )
}
