import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { billingMethodsQuery, cardOf } from '../subscriptions'
import { ChoiceTiles } from '../ui/choice-tiles'

/** Stands for a card yet to be registered, instead of the id of a card. */
export const NEW_CARD = 0

const HOW_TO_REGISTER = '토스페이먼츠 등록창에서 신용·체크카드를 등록하고, 첫 결제를 이어서 합니다.'

/**
 * The card that a recurring payment starts with: the chosen one while it is registered, else the first registered one,
 * else a new one.
 */
export function useCard(isBilling: boolean) {
  const { data: cards = [] } = useQuery({ ...billingMethodsQuery, enabled: isBilling })
  const [chosen, setChosen] = useState<number | null>(null)
  const isThere = chosen === NEW_CARD || cards.some(({ id }) => id === chosen)
  return { cards, cardId: isThere && chosen !== null ? chosen : (cards[0]?.id ?? NEW_CARD), setChosen }
}

/** Chooses the card for a recurring payment: a registered one, or a new one. Without any there is nothing to choose. */
export function CardChoice({ cards, cardId, setChosen }: ReturnType<typeof useCard>) {
  if (cards.length === 0)
    return (
      <section aria-label="결제할 카드">
        <h2 className="font-semibold text-small">결제할 카드</h2>
        <p className="mt-2 text-ink-2 text-small">{HOW_TO_REGISTER}</p>
      </section>
    )
  return (
    <ChoiceTiles
      legend="결제할 카드"
      value={cardId}
      onChange={setChosen}
      choices={[
        ...cards.map((card) => ({
          value: card.id,
          title: <span className="figures">{cardOf(card)}</span>,
          note: card.cardType,
        })),
        { value: NEW_CARD, title: '새 카드 등록', note: HOW_TO_REGISTER },
      ]}
    />
  )
}
