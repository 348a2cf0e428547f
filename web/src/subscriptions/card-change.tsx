import { type FormEvent, useState } from 'react'
import type { BillingMethod, Subscription } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { ChoiceTiles } from '../ui/choice-tiles'
import { Won } from '../ui/price'
import { showToast } from '../ui/toast'
import { useChangeCard } from './queries'
import { useRegisterCard } from './use-register-card'
import { cardOf, isOwing } from './words'

interface CardChangeProps {
  subscription: Subscription
  cards: BillingMethod[]
  onClose: () => void
}

const NEW = 0

/** Moves a subscription to another registered card, or to a new one. */
export function CardChange({ subscription, cards, onClose }: CardChangeProps) {
  const others = cards.filter(({ id }) => id !== subscription.billingMethod.id)
  const [chosen, setChosen] = useState(others[0]?.id ?? NEW)
  const change = useChangeCard(subscription.id)
  const register = useRegisterCard(subscription.id)
  const refusal = change.error ?? register.error

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen === NEW) return register.mutate()
    change.mutate(chosen, {
      onSuccess: (changed) => {
        const isPaid = isOwing(subscription) && !isOwing(changed)
        showToast(isPaid ? '변경하신 카드로 결제했습니다.' : '결제 카드를 변경했습니다.')
        onClose()
      },
    })
  }

  return (
    <form method="post" onSubmit={submit} className="grid gap-4 border-line border-t pt-5">
      <ChoiceTiles
        legend="앞으로 결제할 카드"
        value={chosen}
        onChange={setChosen}
        choices={[
          ...others.map((card) => ({ value: card.id, title: cardOf(card), note: card.cardType })),
          { value: NEW, title: '새 카드 등록', note: '토스페이먼츠 등록창에서 등록합니다.' },
        ]}
      />
      {isOwing(subscription) && (
        <p className="text-caption text-ink-2">
          결제되지 않은 <Won amount={subscription.nextAmount} />은 변경하신 카드로 바로 결제됩니다.
        </p>
      )}
      {refusal && <Callout tone="danger">{refusal.message}</Callout>}
      <div className="flex gap-2">
        <Button type="submit" size="small" loading={change.isPending || register.isPending}>
          {chosen === NEW ? '카드 등록하기' : '이 카드로 변경'}
        </Button>
        <Button kind="quiet" size="small" onClick={onClose}>
          취소
        </Button>
      </div>
    </form>
  )
}
