import { figures } from '../../korean/money'
import { hasPage, useConfig } from '../../site'
import { ButtonLink } from '../../ui/button'

const SHOP = '/ip-ticket'

/** The same for a sub-id, whose changes use tickets of its owner. */
export const Share = ({ count }: { count: number }) => (
  <section aria-label="지금 변경할 수 있는 횟수" className="rounded-card bg-surface p-5 sm:p-6">
    <p className="text-ink-2">지금 변경할 수 있는 횟수</p>
    <p className="figures font-semibold text-title-m">{figures(count)}번</p>
    <p className="mt-2 text-caption text-ink-2">
      서브 아이디를 만든 회원의 IP 교체권으로 고정 IP를 같은 통신사, 같은 지역의 다른 IP로 변경합니다. 변경할
      때마다 한 번, 이전 IP가 쉬는 동안에는 되돌릴 수 있습니다.
      {count === 0 && ' 허용된 횟수가 남아 있어도 회원에게 교체권이 없으면 변경하실 수 없습니다.'}
    </p>
  </section>
)

interface TicketsProps {
  count: number
  /** Whether the member has an address that a ticket could change. Without one, none is offered. */
  isUsable: boolean
}

/** How many tickets the member has left, one of which each change costs. */
export function Tickets({ count, isUsable }: TicketsProps) {
  const config = useConfig()
  return (
    <section
      aria-label="IP 교체권"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface p-5 sm:p-6"
    >
      <div>
        <p className="text-ink-2">남은 IP 교체권</p>
        <p className="figures font-semibold text-title-m">{figures(count)}장</p>
        <p className="mt-2 text-caption text-ink-2">
          교체권 1장으로 이용 중인 고정 IP 하나를 같은 통신사, 같은 지역의 다른 IP로 변경합니다. 교체권마다 한
          번, 이전 IP가 쉬는 동안에는 되돌릴 수 있습니다.
        </p>
      </div>
      {isUsable && hasPage(SHOP, config) && (
        <ButtonLink to={SHOP} kind={count > 0 ? 'quiet' : 'main'} size="small">
          교체권 구매하기
        </ButtonLink>
      )}
    </section>
  )
}
