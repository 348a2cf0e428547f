import { useQuery } from '@tanstack/react-query'
import type { Order } from '../api/types'
import { periodOf } from '../history'
import { AddressPlate, Devices, serviceQuery } from '../services'
import { hasPage, useConfig } from '../site'
import { paymentMethodsPath } from '../subscriptions/paths'
import { ButtonLink } from '../ui/button'
import { InAppNotice, NO_FILES } from '../ui/in-app-notice'
import { Skeleton } from '../ui/skeleton'
import { PaidFacts } from './paid-facts'
import { nextCharge } from './recurring'
import { GrantedTickets, RenewedServices } from './what-was-bought'

const STATUS = '/mypage/service-status/normal?page=1'
const CHANGE = '/mypage/change-ip?page=1'

/** A paid order: what was bought, and one next step. */
export function Paid({ order }: { order: Order }) {
  const config = useConfig()
  const isTicket = order.planKind === 'ticket'
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto grid max-w-180 gap-8">
        <div>
          <h1 className="text-title-m lg:text-title-l">결제가 완료되었습니다</h1>
          <p className="mt-2 text-ink-2 text-lead">{sentenceOf(order)}</p>
        </div>
        <Bought order={order} />
        {order.subscriptionId && order.periodUntil && <NextCharge order={order} />}
        <PaidFacts order={order} />
        {isTicket && hasPage(CHANGE, config) ? (
          <ButtonLink to={CHANGE}>IP 변경하기</ButtonLink>
        ) : (
          <ButtonLink to={STATUS} kind="text">
            이용현황에서 보기
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function sentenceOf({ kind, planKind, services }: Order): string {
  if (kind === 'renewal') return '기기 설정을 바꾸지 않고 계속 이용하실 수 있습니다.'
  if (planKind === 'ticket') return '교체권이 지급되었습니다. IP 변경에서 바로 사용하실 수 있습니다.'
  const next = `기기를 추가하면 접속됩니다.${planKind === 'dynamic' ? ' IP는 이용현황에서 변경하실 수 있습니다.' : ''}`
  return services.length > 1
    ? `IP ${services.length}개를 바로 이용하실 수 있습니다. ${next}`
    : `바로 이용하실 수 있습니다. ${next}`
}

function Bought({ order }: { order: Order }) {
  if (order.kind === 'renewal') return <RenewedServices order={order} />
  if (order.planKind === 'ticket') return <GrantedTickets order={order} />
  return (
    <>
      <InAppNotice danger={NO_FILES} />
      {order.services.map(({ id, address }) => (
        <NewService key={id} id={id} address={address} order={order} />
      ))}
    </>
  )
}

function NextCharge({ order }: { order: Order }) {
  return (
    <section className="rounded-card border border-line p-5 text-small">
      <h2 className="text-body">정기결제가 시작되었습니다</h2>
      <p className="figures mt-2 text-ink-2">
        다음 결제일은 {nextCharge(order.periodUntil ?? '')}입니다. 결제 7일 전과 1일 전에 알려 드리며, 해지는
        결제수단 관리에서 언제든 하실 수 있습니다.
      </p>
      <ButtonLink to={paymentMethodsPath(order.subscriptionId)} kind="text" className="-ml-2">
        정기결제 관리
      </ButtonLink>
    </section>
  )
}

interface NewServiceProps {
  id: number
  address: string | null
  order: Order
}

/** A newly bought address, with the set-up of its devices. */
function NewService({ id, address, order }: NewServiceProps) {
  const { connYn } = useConfig()
  const { data: service } = useQuery(serviceQuery(id))
  const { carrier, region, planKind, planName } = order
  const label = planKind === 'dynamic' ? '지금 회원님의 IP입니다' : '이제 회원님의 IP입니다'
  return (
    <section aria-label={address ?? planName} className="grid gap-6">
      <AddressPlate
        isHero
        service={service ?? { address, carrier, region, state: 'active' }}
        label={[label, periodOf(order)].filter(Boolean).join(' · ')}
      />
      {service ? (
        <Devices service={service} />
      ) : (
        // As high as the devices will be, with or without the sentence on those at once.
        <Skeleton className={connYn === 'Y' ? 'h-52 sm:h-46' : 'h-38 sm:h-37'} />
      )}
    </section>
  )
}
