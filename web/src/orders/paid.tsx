import { useQuery } from '@tanstack/react-query'
import type { Order } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { won } from '../korean/money'
import { AddressPlate } from '../services/address-plate'
import { Devices } from '../services/devices'
import { serviceQuery } from '../services/queries'
import { period } from '../services/words'
import { ButtonLink } from '../ui/button'
import { Skeleton } from '../ui/skeleton'

/** The address that is now theirs, and the one next step. */
export function Paid({ order }: { order: Order }) {
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto grid max-w-180 gap-8">
        <div>
          <h1 className="text-title-m lg:text-title-l">결제가 완료되었습니다</h1>
          <p className="mt-2 text-ink-2 text-lead">바로 이용하실 수 있습니다. 기기를 추가하면 접속됩니다.</p>
        </div>
        {order.services.map(({ id, address }) => (
          <NewService key={id} id={id} address={address} carrier={order.carrier} />
        ))}
        <OrderFacts order={order} />
        <ButtonLink to="/mypage/service-status/normal" kind="text">
          이용현황에서 보기
        </ButtonLink>
      </div>
    </div>
  )
}

interface NewServiceProps {
  id: number
  address: string | null
  carrier: string
}

function NewService({ id, address, carrier }: NewServiceProps) {
  const { data: service } = useQuery(serviceQuery(id))
  return (
    <section aria-label={address ?? '유동 IP'} className="grid gap-6">
      <AddressPlate
        isHero
        service={service ?? { address, carrier, region: '', state: 'active' }}
        label={service ? `이제 회원님의 IP입니다 · ${period(service)}` : '이제 회원님의 IP입니다'}
      />
      {service ? <Devices service={service} isNextStep /> : <Skeleton className="h-56" />}
    </section>
  )
}

/** Told again in the mail; here it can be kept and printed. */
function OrderFacts({ order }: { order: Order }) {
  const facts = [
    ['주문번호', order.orderId],
    ['상품', `${order.planName} ${order.months}개월`],
    ['결제 금액', won(order.amount)],
    ...(order.paymentMethod ? [['결제수단', order.paymentMethod]] : []),
    ...(order.paidAt ? [['결제 일시', dayAndTime(order.paidAt)]] : []),
  ]
  return (
    <section className="rounded-card bg-surface p-5 text-small">
      <h2 className="text-body">결제 내용</h2>
      <dl className="figures mt-3 grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {order.receiptUrl && (
        <a
          href={order.receiptUrl}
          target="_blank"
          rel="noreferrer"
          className="mt-3 inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink-3"
        >
          매출전표 보기
        </a>
      )}
    </section>
  )
}
