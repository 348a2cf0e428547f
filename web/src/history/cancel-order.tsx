import { useState } from 'react'
import type { Order } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { openModal } from '../ui/modal'
import { showToast } from '../ui/toast'
import { useCancelOrder } from './queries'

/** Nothing is paid yet, so nothing has to be given back. */
export function CancelOrder({ order }: { order: Order }) {
  const cancel = useCancelOrder(order.orderId)
  const [refusal, setRefusal] = useState<string>()

  function ask() {
    setRefusal(undefined)
    openModal({
      type: 'confirm',
      danger: true,
      title: '주문을 취소하시겠습니까?',
      message: order.deposit
        ? '취소하신 뒤에는 입금 계좌로 입금하실 수 없습니다. 이미 입금하셨다면 취소하지 말고 잠시 기다려 주세요.'
        : '결제하지 않은 주문이므로 청구되는 금액은 없습니다.',
      confirmLabel: '주문 취소',
      cancelLabel: '닫기',
      onConfirm: (close) =>
        cancel
          .mutateAsync()
          .finally(close)
          .then(
            () => showToast('주문이 취소되었습니다.'),
            (error: Error) => setRefusal(error.message),
          ),
    })
  }

  return (
    <>
      <Button kind="quiet" size="small" onClick={ask}>
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
