import type { Service } from '../api/types'
import { hasPage, useConfig } from '../site'
import { paymentMethodsPath } from '../subscriptions/paths'
import { ButtonLink } from '../ui/button'
import { nameOf } from './words'

/** How a service continues: a link to renew it, or to the recurring payment that does so by itself. */
export function WaysToGoOn({ service }: { service: Service }) {
  const config = useConfig()
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
