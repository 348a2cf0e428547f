import { ChoiceTiles } from '../ui/choice-tiles'

export type PaymentType = 'normal' | 'billing'

export const PAYMENT_TYPES: { value: PaymentType; title: string; note: string }[] = [
  {
    value: 'normal',
    title: '기간 결제',
    note: '한 번만 결제합니다. 기간이 끝나도 자동으로 연장되지 않습니다.',
  },
  {
    value: 'billing',
    title: '정기결제',
    note: '기간이 끝날 때마다 등록한 카드로 결제합니다. 언제든 해지할 수 있습니다.',
  },
]

interface PaymentTypeChoiceProps {
  value: PaymentType
  onChange: (type: PaymentType) => void
}

/** Paying once or recurringly. Both look alike, so that nobody is steered to one of them. */
export const PaymentTypeChoice = ({ value, onChange }: PaymentTypeChoiceProps) => (
  <ChoiceTiles legend="결제 방식" choices={PAYMENT_TYPES} value={value} onChange={onChange} />
)
