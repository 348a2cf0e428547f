import type { Quote } from '../api/types'
import type { CashReceipt, Choice, PayMethod } from '../catalog'
import { dayAndTime } from '../korean/dates'
import { ChoiceTiles } from '../ui/choice-tiles'
import { FieldError } from '../ui/field'
import { isCashLike } from './choice'

const WAYS: { value: PayMethod; title: string; note: string }[] = [
  { value: 'card', title: '신용/체크카드·간편결제', note: '네이버페이, 카카오페이, 토스페이 등' },
  { value: 'transfer', title: '계좌이체', note: '내 은행 계좌에서 바로 이체합니다.' },
  { value: 'virtualAccount', title: '가상계좌', note: '기한 안에 입금하면, 확인되는 대로 시작합니다.' },
]

const RECEIPTS: { value: CashReceipt; title: string; note?: string }[] = [
  { value: 'none', title: '신청하지 않음' },
  { value: 'income', title: '소득공제용', note: '휴대폰 번호로 발급합니다.' },
  { value: 'expense', title: '지출증빙용', note: '사업자등록번호로 발급합니다.' },
]

interface WaysToPayProps {
  choice: Choice
  onChange: (change: Partial<Choice>) => void
  error: string | undefined
}

/** What to do where this way holds fewer unpaid addresses for the buyer than they chose; the server refuses the order. */
export function beyondLimit({ quantity, serviceId }: Choice, quote: Quote | undefined): string | undefined {
  const limit = quote?.quantityLimit ?? null
  if (limit === null || serviceId || quote?.stock === 0 || quantity <= limit) return undefined
  if (quote?.restingUntil)
    return `환불하신 상품의 IP가 쉬고 있어 지금은 ${limit > 0 ? `${limit}개까지` : '더'} 주문할 ${limit > 0 ? '수 있습니다' : '수 없습니다'}. ${dayAndTime(quote.restingUntil)} 뒤에 다시 주문해 주세요.`
  return limit > 0
    ? `이 결제수단으로는 지금 ${limit}개까지 주문할 수 있습니다. 수량을 줄이거나 다른 결제수단을 선택해 주세요.`
    : '결제를 마치지 않은 주문이 있어 이 결제수단으로는 더 주문할 수 없습니다. 먼저 입금하시거나 다른 결제수단을 선택해 주세요.'
}

export function WaysToPay({ choice, onChange, error }: WaysToPayProps) {
  return (
    <div className="grid gap-8">
      <div>
        <ChoiceTiles
          legend="결제수단"
          choices={WAYS}
          value={choice.payMethod}
          onChange={(payMethod) => onChange({ payMethod })}
        />
        <FieldError id="way-to-pay-error" error={error} />
      </div>
      {isCashLike(choice) && (
        <div>
          <ChoiceTiles
            legend="현금영수증"
            choices={RECEIPTS}
            value={choice.cashReceipt}
            onChange={(cashReceipt) => onChange({ cashReceipt })}
          />
          <p className="mt-2 text-caption text-ink-2">
            번호는 결제창에서 입력합니다. 세금계산서가 필요하면 신청하지 않음을 고르고, 결제한 뒤 결제내역에서
            신청해 주세요.
          </p>
        </div>
      )}
    </div>
  )
}
