import { Link } from '../../src/ui/link'
import type { Service } from './queries'

/** Whoever has the service, masked; their page says more, to whom may see it. */
export function MemberLink({ holder: { id, name, loginId } }: { holder: Service['holder'] }) {
  return (
    <Link
      to={`/console/members/${id}`}
      className="whitespace-nowrap underline decoration-line underline-offset-4"
    >
      {name ? `${name} (${loginId ?? ''})` : `탈퇴한 회원 ${id}`}
    </Link>
  )
}
