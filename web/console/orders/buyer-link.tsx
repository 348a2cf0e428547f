import { Link } from '../../src/ui/link'
import type { OrderLine } from './queries'

/** Who bought, masked; leads to the member. */
export function BuyerLink({ buyer }: { buyer: OrderLine['buyer'] }) {
  return (
    <Link to={`/console/members/${buyer.id}`} className="underline decoration-line underline-offset-4">
      {buyer.hasLeft ? `탈퇴한 회원 ${buyer.id}` : buyer.name || `회원 ${buyer.id}`}
    </Link>
  )
}
