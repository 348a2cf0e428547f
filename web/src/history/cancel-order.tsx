import type { Order } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { useConfirmedAction } from '../ui/confirmed-action'
import { useCancelOrder } from './queries'

/** The button to cancel an order that is not paid yet. */
export function CancelOrder({ order }: { order: Order }) {
  const cancel = useCancelOrder(order.orderId)
  const { ask, refusal } = useConfirmedAction()

  const askToCancel = () =>
    ask({
      title: '주문을 취소하시겠습니까?',
      message: order.deposit
        ? '취소하신 뒤에는 입금 계좌로 입금하실 수 없습니다. 이미 입금하셨다면 취소하지 말고 잠시 기다려 주세요.'
        : '결제하지 않은 주문이므로 청구되는 금액은 없습니다.',
      confirmLabel: '주문 취소',
      cancelLabel: '닫기',
      act: () => cancel.mutateAsync(),
      done: '주문이 취소되었습니다.',
    })

  return (
    <>
      <Button kind="quiet" size="small" onClick={askToCancel}>
        주문 취소
      </Button>
      {refusal && (
        <div className="w-full">
          <Callout tone="danger">{refusal}</Callout>
        </div>
      )}
    </>
  )
}
