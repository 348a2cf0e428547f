import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { AskWhy } from './ask-why'
import { type Checked, type Doing, type Order, useOrderChanged } from './queries'
import { RefundDialog } from './refund-dialog'
import { STATES } from './words'

interface ActionDialogProps {
  order: Order
  doing: Doing
  onClose: () => void
}

const CHECKED = [
  '결제대행사에 있는 그대로 반영합니다. 결제대행사가 돈을 받았으면 상품을 제공하고, 받지 않았으면 아무것도 제공하지 않습니다.',
  '여러 번 눌러도 결제는 한 번만 됩니다.',
]

/** What the provider's answer has changed. */
const saidBy = ({ before, after }: Checked) =>
  before === after
    ? `결제대행사에 확인했습니다. 상태는 그대로 ‘${STATES[after].word}’입니다.`
    : `상태가 ‘${STATES[before].word}’에서 ‘${STATES[after].word}’(으)로 바뀌었습니다.`

/** The dialog of one thing to do with an order. */
export function ActionDialog({ order, doing, onClose }: ActionDialogProps) {
  const changed = useOrderChanged(order.id)
  const at = { order_id: order.id }
  const state = { label: '지금 상태', value: STATES[order.state].word }

  async function done(toast: string) {
    onClose()
    showToast(toast)
    await changed()
  }

  if (doing === 'refund') return <RefundDialog order={order} onClose={onClose} />
  if (doing === 'settle')
    return (
      <PreviewDialog
        title="직접 돌려준 것으로 기록"
        confirmLabel="기록하기"
        typedName={order.id}
        load={() => post(path('/api/v1/console/orders/{order_id}/refund/settlement/preview', at))}
        confirm={(confirmed, key) =>
          send('POST', path('/api/v1/console/orders/{order_id}/refund/settlement', at), { key, ...confirmed })
        }
        onDone={() => done('직접 처리한 것으로 기록했습니다.')}
        onClose={onClose}
      />
    )
  if (doing === 'refundAgain')
    return (
      <AskWhy
        title="환불 다시 시도"
        confirmLabel="다시 시도"
        rows={[{ label: '환불', value: '돌려주는 중', before: '멈춤' }]}
        warnings={['결제대행사에 새로 요청합니다. 돌려준 적이 있는지 먼저 확인하므로 두 번 나가지 않습니다.']}
        confirm={(reason) =>
          send('POST', path('/api/v1/console/orders/{order_id}/refund/retry', at), { reason })
        }
        onDone={() => done('환불을 다시 시도합니다.')}
        onClose={onClose}
      />
    )
  if (doing === 'cancel')
    return (
      <AskWhy<Checked>
        title="주문 취소"
        confirmLabel="주문 취소하기"
        typedName={order.id}
        rows={[{ label: '주문', value: '취소', before: STATES[order.state].word }]}
        warnings={['가상계좌를 먼저 닫습니다. 그 전에 입금되면 취소하지 않고 상품을 제공합니다.']}
        confirm={(reason) =>
          send('POST', path('/api/v1/console/orders/{order_id}/cancellation', at), { reason })
        }
        onDone={() => done('주문을 취소했습니다.')}
        onClose={onClose}
      />
    )
  const isDeposit = doing === 'checkDeposit'
  return (
    <AskWhy<Checked>
      title={isDeposit ? '입금 확인' : '결제 다시 확인'}
      confirmLabel="결제대행사에 확인"
      rows={[state]}
      warnings={CHECKED}
      confirm={(reason) =>
        send(
          'POST',
          isDeposit
            ? path('/api/v1/console/orders/{order_id}/deposit-check', at)
            : path('/api/v1/console/orders/{order_id}/payment-check', at),
          { reason },
        )
      }
      onDone={(checked) => done(saidBy(checked))}
      onClose={onClose}
    />
  )
}
