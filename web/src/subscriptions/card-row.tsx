import { CreditCard } from 'lucide-react'
import type { BillingMethod } from '../api/types'
import { day } from '../korean/dates'
import { Button } from '../ui/button'
import { cardOf } from './words'

/** One registered card. It can be deleted only when no subscription uses it. */
export function CardRow({ card, onRemove }: { card: BillingMethod; onRemove: () => void }) {
  const { cardType, registeredAt, inUse } = card
  return (
    <li className="flex items-center justify-between gap-4 py-4">
      <CreditCard aria-hidden="true" className="size-6 shrink-0 text-ink-2" strokeWidth={1.75} />
      <div className="figures min-w-0 grow">
        <p className="font-medium">{cardOf(card)}</p>
        <p className="text-caption text-ink-2">
          {[cardType, `${day(registeredAt)} 등록`, inUse > 0 ? `정기결제 ${inUse}개에 사용 중` : '']
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {inUse === 0 && (
        <Button kind="text" className="-mr-2 shrink-0" aria-label={`${cardOf(card)} 삭제`} onClick={onRemove}>
          삭제
        </Button>
      )}
    </li>
  )
}
