import type { BillingMethod, Subscription } from '../api/types'
import { ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { PageError } from '../ui/page-error'
import { Spinner } from '../ui/spinner'
import { paymentMethodsPath } from './paths'
import { cardOf, isOwing } from './words'

export function Registering() {
  return (
    <div className="page grid justify-items-center gap-4 py-26 text-center">
      <Spinner className="size-8 text-accent" />
      <h1 className="mt-2 text-title-m" aria-live="polite">
        카드를 등록하고 있습니다
      </h1>
      <p className="max-w-text text-ink-2">잠시만 기다려 주세요. 새로고침하셔도 두 번 등록되지 않습니다.</p>
    </div>
  )
}

interface CardRegisteredProps {
  card: BillingMethod
  /** The subscription that the card was registered for, if any. */
  subscriptionId: number | null
  /** The same with the new card; `undefined` if the change was refused. */
  subscription: Subscription | undefined
  refusal: string | undefined
}

export function CardRegistered({ card, subscriptionId, subscription, refusal }: CardRegisteredProps) {
  const isUnpaid = subscription !== undefined && isOwing(subscription)
  return (
    <div className="page py-18 lg:py-26">
      <div className="mx-auto grid max-w-form gap-6">
        <h1 className="text-title-m">
          {subscription ? '정기결제 카드를 변경했습니다' : '카드가 등록되었습니다'}
        </h1>
        <p className="figures rounded-card border border-accent px-5 py-4 ring-1 ring-accent">
          <span className="block font-semibold text-lead">{cardOf(card)}</span>
          <span className="text-caption text-ink-2">{card.cardType}</span>
        </p>
        {refusal && (
          <Callout tone="danger">
            카드는 등록되었지만 정기결제의 카드는 변경되지 않았습니다. {refusal}
          </Callout>
        )}
        {isUnpaid && (
          <Callout tone="warn">결제되지 않은 금액이 남아 있습니다. {subscription.failure?.detail}</Callout>
        )}
        <ButtonLink to={paymentMethodsPath(subscriptionId)} className="justify-self-start">
          {isUnpaid ? '결제하러 가기' : '결제수단 관리로 가기'}
        </ButtonLink>
      </div>
    </div>
  )
}

interface CardNotRegisteredProps {
  detail: string
  subscriptionId: number | null
}

export function CardNotRegistered({ detail, subscriptionId }: CardNotRegisteredProps) {
  return (
    <PageError
      title="카드를 등록하지 않았습니다"
      action={<ButtonLink to={paymentMethodsPath(subscriptionId)}>결제수단 관리로 가기</ButtonLink>}
    >
      <p role="alert">{detail}</p>
    </PageError>
  )
}
