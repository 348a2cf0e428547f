import { Link } from '../../src/ui/link'
import type { Address } from './queries'

/** Whoever has a service, masked; their page says more, to whom may see it. */
export function Holder({ holder }: { holder: Address['holder'] }) {
  if (!holder) return <span className="text-ink-3">–</span>
  return (
    <Link
      to={`/console/members/${holder.id}`}
      className="whitespace-nowrap underline decoration-line underline-offset-4"
    >
      {holder.name ? `${holder.name} (${holder.loginId ?? ''})` : `탈퇴한 회원 ${holder.id}`}
    </Link>
  )
}
