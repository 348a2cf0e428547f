import { CreditCard } from 'lucide-react'
import type { BillingMethod } from '../api/types'
import { day } from '../korean/dates'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { useConfirmedAction } from '../ui/confirmed-action'
import { EmptyState } from '../ui/empty-state'
import { useRemoveCard } from './queries'
import { useRegisterCard } from './use-register-card'
import { cardOf } from './words'

export function CardsSection({ cards }: { cards: BillingMethod[] }) {
  const register = useRegisterCard()
  const removeCard = useRemoveCard()
  const { ask, refusal } = useConfirmedAction()

  const askToRemove = (card: BillingMethod) =>
    ask({
      title: '카드를 삭제하시겠습니까?',
      message: `카드: ${cardOf(card)}\n다시 쓰시려면 새로 등록하셔야 합니다.`,
      confirmLabel: '삭제',
      act: () => removeCard.mutateAsync(card.id),
      done: '카드를 삭제했습니다.',
    })

  const registerButton = (size: 'normal' | 'small') => (
    <Button kind="quiet" size={size} loading={register.isPending} onClick={() => register.mutate()}>
      새 카드 등록
    </Button>
  )
  const trouble = refusal ?? register.error?.message
  return (
    <section aria-labelledby="cards" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="cards" className="text-title-s">
          등록된 카드
        </h2>
        {cards.length > 0 && registerButton('small')}
      </div>
      {trouble && <Callout tone="danger">{trouble}</Callout>}
      {cards.length === 0 ? (
        <EmptyState action={registerButton('normal')}>등록된 카드가 없습니다.</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line px-5 sm:px-6">
          {cards.map((card) => (
            <CardRow key={card.id} card={card} onRemove={() => askToRemove(card)} />
          ))}
        </ul>
      )}
      <p className="text-caption text-ink-2">
        카드 번호는 저장하지 않습니다. 결제대행사가 발급한 결제용 키만 암호화해 보관합니다.
      </p>
    </section>
  )
}

/** One registered card. It can be deleted only when no subscription uses it. */
function CardRow({ card, onRemove }: { card: BillingMethod; onRemove: () => void }) {
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
