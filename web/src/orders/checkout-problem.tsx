import { codeOf } from '../api/problem'
import { won } from '../korean/money'
import { withRo } from '../korean/particles'
import { dialPath } from '../korean/phone'
import { useConfig } from '../site'
import { Callout } from '../ui/callout'
import { NotPaid } from './pay'

interface CheckoutProblemProps {
  payError: Error | null
  quoteError: Error | null
  isSoldOut: boolean
  /** A consent is missing or was refused; the message at its box says which. */
  isConsentMissing: boolean
  /** The price of the same choice before it changed; `null` if it has not. */
  before: number | null
  amount: number | null
}

/** Why the order cannot be paid, or what changed about it. Shown above the pay button. */
export function CheckoutProblem(props: CheckoutProblemProps) {
  const { payError, quoteError, isSoldOut, isConsentMissing, before, amount } = props
  if (isSoldOut || codeOf(payError) === 'sold_out') return <SoldOut />
  if (isConsentMissing) return <Callout tone="danger">필수 항목에 동의해 주세요.</Callout>
  const error = payError ?? quoteError
  const isCancel = error instanceof NotPaid && error.isCancel
  return (
    <>
      {before !== null && amount !== null && (
        <Callout tone="warn">
          <span role="status">
            결제 금액이 {won(before)}에서 {withRo(won(amount))} 변경되었습니다. 새 금액을 확인한 뒤 결제해
            주세요.
          </span>
        </Callout>
      )}
      {error && <Callout tone={isCancel ? 'info' : 'danger'}>{error.message}</Callout>}
    </>
  )
}

function SoldOut() {
  const config = useConfig()
  return (
    <Callout tone="warn">
      <div role="alert">
        현재 배정 가능한 IP가 없습니다. 결제되지 않았습니다. 고객센터{' '}
        <a className="font-semibold underline underline-offset-4" href={dialPath(config.tel)}>
          {config.tel}
        </a>
        로 문의해 주세요.
      </div>
    </Callout>
  )
}
