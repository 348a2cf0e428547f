import type { Service } from '../api/types'
import { newCertificatePath } from '../certificates/paths'
import { useMember } from '../members'
import { hasPage, mayUseTickets, useConfig } from '../site'
import { paymentMethodsPath } from '../subscriptions/paths'
import { ButtonLink } from '../ui/button'
import { changeIpPath, recordPath } from './pages-lead-to'
import { mayChange, seesRecord } from './rights'
import { nameOf } from './words'

/**
 * What can be done with a service: renew it, unless a recurring payment does so, change its address, see its use, prove it.
 * A sub-id changes and sees what it was given.
 */
export function WaysToGoOn({ service }: { service: Service }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
      <Renewal service={service} />
      <AddressChange service={service} />
      {seesRecord(service) && (
        <ButtonLink
          to={recordPath(service.id)}
          kind="text"
          aria-label={`${nameOf(service.address)} 이용 기록`}
          className="-mx-2"
        >
          이용 기록
        </ButtonLink>
      )}
      {service.kind === 'static' && !service.rights && (
        <ButtonLink
          to={newCertificatePath(service.id)}
          kind="text"
          aria-label={`${nameOf(service.address)} 이용 확인서`}
          className="-mx-2"
        >
          이용 확인서
        </ButtonLink>
      )}
    </div>
  )
}

function AddressChange({ service }: { service: Service }) {
  const { kind, state, address, rights } = service
  const config = useConfig()
  const member = useMember()
  const to = changeIpPath(1)
  if (kind !== 'static' || state !== 'active') return null
  if (rights ? !mayChange(service) : !mayUseTickets(config, member)) return null
  return (
    <ButtonLink to={to} kind="text" aria-label={`${nameOf(address)} IP 변경`} className="-mx-2">
      IP 변경
    </ButtonLink>
  )
}

function Renewal({ service }: { service: Service }) {
  const config = useConfig()
  const { id, kind, address, state, mayRenew, subscriptionId } = service
  const checkout = `/${kind}-ip/payment/normal?serviceId=${id}`
  if (mayRenew && hasPage(checkout, config))
    return (
      <ButtonLink to={checkout} kind="quiet" size="small" aria-label={`${nameOf(address)} 연장하기`}>
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
