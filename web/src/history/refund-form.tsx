import { useForm } from 'react-hook-form'
import { codeOf } from '../api/problem'
import type { Order, RefundQuote } from '../api/types'
import { won } from '../korean/money'
import { Form, inputOf, showRefusal } from '../members'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { openModal } from '../ui/modal'
import { Won } from '../ui/price'
import { showToast } from '../ui/toast'
import { AccountFields, type AccountValues, accountField, NO_ACCOUNT, namedAccount } from './account-fields'
import { useRefund } from './queries'

interface RefundFormProps {
  order: Order
  quote: RefundQuote
  /** Asks for a new quote after this one has expired. */
  onRequote: () => void
}

type Values = AccountValues & { reason: string }

export function RefundForm({ order, quote, onRequote }: RefundFormProps) {
  const refund = useRefund(order.orderId)
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: { ...NO_ACCOUNT, reason: '' } })
  const { errors } = form.formState

  const send = (values: Values) =>
    refund
      .mutateAsync({
        quote: quote.quote,
        reason: values.reason.trim(),
        ...(quote.needsAccount && namedAccount(values)),
      })
      .then(
        () => showToast('환불을 신청했습니다.'),
        (error) => showRefusal(form, error, (name) => (name === 'reason' ? name : accountField(name))),
      )

  const ask = (values: Values) =>
    openModal({
      type: 'confirm',
      danger: true,
      title: '환불을 신청하시겠습니까?',
      message: `돌려받으실 금액: ${won(quote.amount)}\n신청하시면 되돌릴 수 없습니다.`,
      confirmLabel: '환불 신청',
      onConfirm: (close) => send(values).finally(close),
    })

  const isStale = codeOf(refund.error)?.startsWith('quote')
  return (
    <Form form={form} onSubmit={ask} className="grid gap-5">
      {quote.needsAccount && <AccountFields form={form} />}
      <TextField label="환불 사유" optional maxLength={200} {...inputOf(form, 'reason')} />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="danger" loading={refund.isPending}>
          <span>
            <Won amount={quote.amount} /> 환불 신청하기
          </span>
        </Button>
        {isStale && (
          <Button kind="quiet" onClick={onRequote}>
            다시 계산하기
          </Button>
        )}
      </div>
    </Form>
  )
}
