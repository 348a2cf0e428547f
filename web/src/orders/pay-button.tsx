import type { ReactNode } from 'react'
import { figures } from '../korean/money'
import { Button } from '../ui/button'
import { Won } from '../ui/price'

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

function labelOf(amount: number | null, points: number, isSoldOut: boolean): ReactNode {
  if (isSoldOut) return '품절'
  if (amount === null) return '금액 확인 중'
  return (
    <span>
      {amount === 0 ? <span translate="no">{figures(points)}</span> : <Won amount={amount} />}
      {amount === 0 ? '포인트로 결제하기' : ' 결제하기'}
    </span>
  )
}
