import type { Order } from '../api/types'
import { CancelOrder, DepositCard } from '../history'
import { orderPath } from '../history/paths'
import { dayAndTime } from '../korean/dates'
import { ButtonLink } from '../ui/button'
import { Spinner } from '../ui/spinner'

/** Shows the account to pay into. The page changes by itself when the deposit arrives. */
export function WaitingForDeposit({ order }: { order: Order }) {
  const { deposit, orderId } = order
  if (!deposit) return null
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto grid max-w-form gap-6">
        <div>
          <h1 className="text-title-m lg:text-title-l">아래 계좌로 입금해 주세요</h1>
          <p className="figures mt-2 text-ink-2 text-lead">
            {dayAndTime(deposit.dueAt)}까지 입금해 주세요. 기한이 지나면 주문이 자동 취소됩니다.
          </p>
        </div>
        <DepositCard order={order} deposit={deposit} />
        <p className="flex items-center gap-3 text-ink-2 text-small" role="status">
          <Spinner className="size-5 shrink-0 text-accent" />
          입금을 기다리고 있습니다. 입금되면 이 화면이 바뀌며, 창을 닫으셔도 됩니다.
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={orderPath(orderId)} kind="quiet" size="small">
            주문 상세 보기
          </ButtonLink>
          {order.mayCancel && <CancelOrder order={order} />}
        </div>
      </div>
    </div>
  )
}
