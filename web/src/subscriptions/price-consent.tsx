import type { PriceChange, Subscription } from '../api/types'
import { day } from '../korean/dates'
import { won } from '../korean/money'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'
import { useConsent } from './queries'
import { priceChangeText } from './words'

interface PriceConsentProps {
  subscription: Subscription
  onRefused: (detail: string | undefined) => void
}

/** Asks for consent to a price rise (전자상거래법 제13조 제6항). Both answers look alike, so that neither is favoured. */
export function PriceConsent({ subscription, onRefused }: PriceConsentProps) {
  const consent = useConsent(subscription.id)
  const { priceChange } = subscription
  if (!priceChange || priceChange.newAmount <= priceChange.oldAmount) return null

  function answer(agreed: boolean) {
    onRefused(undefined)
    consent.mutate(agreed, {
      onSuccess: () => showToast('저장되었습니다.'),
      onError: (error) => onRefused(error.message),
    })
  }

  const { agreed } = priceChange
  return (
    <section aria-label="요금 변경 안내" className="figures grid gap-4 rounded-card border border-ink-3 p-5">
      <p className="max-w-text text-small">{priceChangeText(subscription)}</p>
      {agreed !== null && <p className="font-semibold text-small">{answerText(priceChange)}</p>}
      <div className="grid gap-2 sm:max-w-100 sm:grid-cols-2">
        {[true, false].map((choice) => (
          <Button
            key={String(choice)}
            kind="quiet"
            size="small"
            aria-pressed={agreed === choice}
            disabled={consent.isPending}
            loading={consent.isPending && consent.variables === choice}
            onClick={() => answer(choice)}
          >
            {choice ? '동의합니다' : '동의하지 않습니다'}
          </Button>
        ))}
      </div>
    </section>
  )
}

const answerText = ({ agreed, newAmount, chargeAt }: PriceChange) =>
  `${agreed ? `변경된 요금 ${won(newAmount)}에 동의하셨습니다.` : '변경된 요금에 동의하지 않으셨습니다.'} ${day(chargeAt)} 결제 전까지 바꾸실 수 있습니다.`
