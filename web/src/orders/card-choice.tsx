import { useSuspenseQuery } from '@tanstack/react-query'
import { billingMethodsQuery, cardOf } from '../subscriptions'
import { ChoiceTiles } from '../ui/choice-tiles'

/** Stands for a card yet to be registered, instead of the id of a card. */
export const NEW_CARD = 0

interface CardChoiceProps {
  value: number | null
  onChange: (cardId: number) => void
}

/** Chooses the card for a recurring payment: a registered one, or a new one. */
export function CardChoice({ value, onChange }: CardChoiceProps) {
  const { data: cards } = useSuspenseQuery(billingMethodsQuery)
  return (
    <ChoiceTiles
      legend="결제할 카드"
      value={value}
      onChange={onChange}
      choices={[
        ...cards.map((card) => ({
          value: card.id,
          title: <span className="figures">{cardOf(card)}</span>,
          note: card.cardType,
        })),
        {
          value: NEW_CARD,
          title: '새 카드 등록',
          note: '토스페이먼츠 등록창에서 신용·체크카드를 등록하고, 첫 결제를 이어서 합니다.',
        },
      ]}
    />
  )
}
