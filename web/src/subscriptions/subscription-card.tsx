import { useState } from 'react'
import type { BillingMethod, Subscription } from '../api/types'
import { Callout } from '../ui/callout'
import { Tag } from '../ui/tag'
import { CardChange } from './card-change'
import { NextCharge } from './next-charge'
import { subscriptionAnchor } from './paths'
import { PriceConsent } from './price-consent'
import { SubscriptionActions } from './subscription-actions'
import { SubscriptionFacts } from './subscription-facts'
import { productOf, stateOf, troubleOf } from './words'

interface SubscriptionCardProps {
  subscription: Subscription
  cards: BillingMethod[]
}

/** One running subscription: its next charge, its problems, and everything that can be changed about it. */
export function SubscriptionCard({ subscription, cards }: SubscriptionCardProps) {
  const [isChanging, setChanging] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { word, tone } = stateOf(subscription)
  const trouble = troubleOf(subscription)
  return (
    <article
      id={subscriptionAnchor(subscription.id)}
      aria-label={productOf(subscription)}
      className="grid gap-5 rounded-card border border-line p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-lead">{productOf(subscription)}</h3>
        <Tag tone={tone}>{word}</Tag>
      </div>
      {trouble.length > 0 && (
        <Callout tone="warn">
          {trouble.map((sentence) => (
            <p key={sentence} className="figures">
              {sentence}
            </p>
          ))}
        </Callout>
      )}
      <PriceConsent subscription={subscription} onRefused={setRefusal} />
      <div className="grid gap-5 md:grid-cols-2 md:gap-8">
        <NextCharge subscription={subscription} />
        <SubscriptionFacts subscription={subscription} />
      </div>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      {isChanging ? (
        <CardChange subscription={subscription} cards={cards} onClose={() => setChanging(false)} />
      ) : (
        <SubscriptionActions
          subscription={subscription}
          onChangeCard={() => setChanging(true)}
          onRefused={setRefusal}
        />
      )}
    </article>
  )
}
