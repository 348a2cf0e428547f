import type { Subscription } from '../api/types'
import { Button } from '../ui/button'
import { openModal } from '../ui/modal'
import { Won } from '../ui/price'
import { showToast } from '../ui/toast'
import { usePayNow, useResume, useStop } from './queries'
import { isOwing, stopMessage } from './words'

interface SubscriptionActionsProps {
  subscription: Subscription
  onChangeCard: () => void
  onRefused: (detail: string | undefined) => void
}

/** The buttons of a subscription. Cancelling must stay as easy as resuming: in the same place, with one question. */
export function SubscriptionActions({ subscription, onChangeCard, onRefused }: SubscriptionActionsProps) {
  const { id, stopping, nextAmount } = subscription
  const stop = useStop(id)
  const resume = useResume(id)
  const payNow = usePayNow(id)
  const isBusy = stop.isPending || resume.isPending || payNow.isPending

  function report(act: Promise<unknown>, done: string) {
    onRefused(undefined)
    return act.then(
      () => showToast(done),
      (error: Error) => onRefused(error.message),
    )
  }

  const askToStop = () =>
    openModal({
      type: 'confirm',
      danger: true,
      title: '정기결제를 해지하시겠습니까?',
      confirmLabel: '해지하기',
      cancelLabel: '계속 이용하기',
      message: stopMessage(subscription, new Date()),
      onConfirm: (close) => report(stop.mutateAsync(), '정기결제가 해지되었습니다.').finally(close),
    })

  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      {isOwing(subscription) && (
        <Button
          size="small"
          className="max-sm:col-span-2"
          disabled={isBusy}
          loading={payNow.isPending}
          onClick={() => report(payNow.mutateAsync(), '결제가 완료되었습니다.')}
        >
          <span>
            <Won amount={nextAmount} /> 지금 결제하기
          </span>
        </Button>
      )}
      <Button kind="quiet" size="small" disabled={isBusy} onClick={onChangeCard}>
        카드 변경
      </Button>
      {stopping ? (
        <Button
          kind="quiet"
          size="small"
          disabled={isBusy}
          loading={resume.isPending}
          onClick={() => report(resume.mutateAsync(), '정기결제를 계속합니다.')}
        >
          해지 취소
        </Button>
      ) : (
        <Button kind="quiet" size="small" disabled={isBusy} onClick={askToStop}>
          정기결제 해지
        </Button>
      )}
    </div>
  )
}
