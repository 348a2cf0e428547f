import { useSuspenseQuery } from '@tanstack/react-query'
import type { Service } from '../api/types'
import { configQuery, hasPage } from '../site'
import { paymentMethodsPath } from '../subscriptions/paths'
import { ButtonLink } from '../ui/button'
import { nameOf } from './words'

/** Paid for once it can be prolonged; a recurring payment prolongs it by itself, and is looked after elsewhere. */
export function WaysToGoOn({ service }: { service: Service }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const { id, kind, address, state, mayRenew, subscriptionId } = service
  const checkout = `/${kind}-ip/payment/normal?serviceId=${id}`
  if (mayRenew && hasPage(checkout, config))
    return (
      <ButtonLink
        to={checkout}
        kind="quiet"
        size="small"
        aria-label={`${nameOf(address)} 연장하기`}
        className="justify-self-start"
      >
        연장하기
      </ButtonLink>
    )
  if (!subscriptionId || state !== 'active') return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-caption text-ink-2">
      정기결제로 자동 연장됩니다.
      <ButtonLink
        to={paymentMethodsPath(subscriptionId)}
        kind="text"
        aria-label={`${nameOf(address)} 정기결제 관리`}
      >
        정기결제 관리
      </ButtonLink>
    </p>
  )
}
