import { figures, won } from '../korean/money'
import { Button } from '../ui/button'

interface PayButtonProps {
  /** `null` until it is known. */
  amount: number | null
  points: number
  isSoldOut: boolean
  isReady: boolean
  isPending: boolean
}

/** The pay button, labelled with the amount it pays. */
export function PayButton({ amount, points, isSoldOut, isReady, isPending }: PayButtonProps) {
  return (
    <Button type="submit" wide disabled={!isReady || isSoldOut || amount === null} loading={isPending}>
      {labelOf(amount, points, isSoldOut)}
    </Button>
  )
}

function labelOf(amount: number | null, points: number, isSoldOut: boolean): string {
  if (isSoldOut) return '품절'
  if (amount === null) return '금액 확인 중'
  return amount === 0 ? `${figures(points)}포인트로 결제하기` : `${won(amount)} 결제하기`
}
