import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { won } from '../../src/korean/money'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { SelectField, TextArea, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { type Order, useOrderChanged, type Wish } from './queries'

const KINDS: Record<Wish['kind'], string> = {
  rules: '환불 규정대로 (회원이 직접 신청할 때와 같은 금액)',
  amount: '금액을 정해서',
  all: '결제한 돈과 포인트 전부',
}
const HINT = '규정과 다르게 돌려주는 이유입니다. 환불 안내 메일에 그대로 적힙니다.'

interface RefundDialogProps {
  order: Order
  onClose: () => void
}

/** First how much, then the very steps that the member sees, and only then the button. Going back keeps what was typed. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const changed = useOrderChanged(order.id)
  const [kind, setKind] = useState<Wish['kind']>('rules')
  const [amount, setAmount] = useState('')
  const [words, setWords] = useState('')
  const [wish, setWish] = useState<Wish | null>(null)
  const number = Number(amount.replaceAll(',', ''))
  const isAmount = Number.isInteger(number) && number >= 1 && number <= order.amount
  const isReady = kind === 'rules' || (words.trim() !== '' && (kind === 'all' || isAmount))
  const at = { order_id: order.id }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    setWish({
      kind,
      amount: kind === 'amount' ? number : null,
      words: kind === 'rules' ? '' : words.trim(),
    })
  }

  if (wish)
    return (
      <PreviewDialog
        title={`주문 ${order.id} 환불`}
        confirmLabel="환불하기"
        load={() => post(path('/api/v1/console/orders/{order_id}/refund/preview', at), wish)}
        confirm={(confirmed, key) =>
          send('POST', path('/api/v1/console/orders/{order_id}/refund', at), { ...wish, key, ...confirmed })
        }
        typedName={order.id}
        onDone={async () => {
          onClose()
          showToast('환불을 시작했습니다.')
          await changed()
        }}
        onClose={() => setWish(null)}
      />
    )

  return (
    <Dialog title={`주문 ${order.id} 환불`} onClose={onClose} isFilled={words !== ''}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <SelectField
          label="얼마를 돌려주나요?"
          value={kind}
          onChange={(event) => setKind(event.target.value as Wish['kind'])}
        >
          {Object.entries(KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {kind === 'amount' && (
          <TextField
            label="돌려줄 금액 (원)"
            inputMode="numeric"
            autoComplete="off"
            help={`${won(order.amount)}까지. 사용한 포인트는 같은 비율로 돌려줍니다.`}
            error={
              amount !== '' && !isAmount
                ? `1원부터 ${won(order.amount)}까지 숫자로 입력해 주세요.`
                : undefined
            }
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        )}
        {kind !== 'rules' && (
          <TextArea
            label="회원이 읽는 사유"
            help={HINT}
            rows={2}
            maxLength={200}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        <FormButtons isReady={isReady}>환불 내용 확인</FormButtons>
      </form>
    </Dialog>
  )
}
