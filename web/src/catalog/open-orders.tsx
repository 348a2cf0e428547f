import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { apiQuery } from '../api/queries'
import type { Member, OpenOrder } from '../api/types'
import { orderPath } from '../history/paths'
import { dayAndTime, timeOfDay } from '../korean/dates'
import { won } from '../korean/money'
import { withParticle } from '../korean/particles'
import { MEMBER_API } from '../members/paths'
import { Callout } from '../ui/callout'
import { Link } from '../ui/link'
import { OPEN_ORDERS_API } from './paths'

/** Writing this key tells other tabs that an order was placed or paid. */
const NEWS = 'ieum:orders'
const STATUS = '/mypage/service-status/normal?page=1'

const openOrdersQuery = apiQuery(OPEN_ORDERS_API)

/** The orders as they are now, not as this page knew them. */
export const openOrdersNow = (client: QueryClient) => client.fetchQuery({ ...openOrdersQuery, staleTime: 0 })

/** Marks them as outdated here and in other tabs. */
export function noteOrderChange(client: QueryClient) {
  void client.invalidateQueries({ queryKey: [OPEN_ORDERS_API] })
  try {
    localStorage.setItem(NEWS, crypto.randomUUID())
  } catch {
    // Storage is switched off: other tabs ask before they pay.
  }
}

/** Orders that are unpaid, or were paid within the last minutes; `undefined` for visitors and sub-ids. */
export function useOpenOrders() {
  const client = useQueryClient()
  // Every page has asked for the member before it is drawn.
  const { data: member } = useQuery<Member | null>({ queryKey: [MEMBER_API], enabled: false })
  useEffect(() => {
    const reload = () => void client.invalidateQueries({ queryKey: [OPEN_ORDERS_API] })
    const onNews = ({ key }: StorageEvent) => key === NEWS && reload()
    // The way back from the provider's window may restore the page as it was left.
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && reload()
    window.addEventListener('storage', onNews)
    window.addEventListener('pageshow', onReturn)
    return () => {
      window.removeEventListener('storage', onNews)
      window.removeEventListener('pageshow', onReturn)
    }
  }, [client])
  return useQuery({ ...openOrdersQuery, enabled: Boolean(member && !member.kind) }).data
}

/** Says of each order that waits what it waits for, until when, and leads to it. */
export function OpenOrderNotes({ orders, className }: { orders: OpenOrder[]; className?: string }) {
  if (orders.length === 0) return null
  return (
    <section aria-label="진행 중인 주문" className={className}>
      <div className="grid gap-2">
        {orders.map((order) => (
          <Callout key={order.orderId} tone={order.state === 'paid' ? 'ok' : 'warn'}>
            <div className="flex flex-wrap items-center gap-x-3">
              <p>{sentenceOf(order)}</p>
              <Link
                to={order.state === 'paid' ? STATUS : orderPath(order.orderId)}
                className="-my-3 inline-flex min-h-11 items-center font-medium underline decoration-1 underline-offset-4"
              >
                {order.state === 'paid' ? '이용현황 보기' : '주문 보기'}
              </Link>
            </div>
          </Callout>
        ))}
      </div>
    </section>
  )
}

function sentenceOf({ planName, months, quantity, amount, state, until }: OpenOrder): ReactNode {
  const what = `${planName} ${months}개월${quantity > 1 ? ` ${quantity}개` : ''}`
  if (state === 'paid') return `${withParticle(what, '을/를')} 다른 창에서 결제하셨습니다.`
  if (state === 'awaiting_payment')
    return `결제하지 않은 ${what} 주문이 있습니다.${until ? ` ${timeOfDay(until)}까지 결제할 수 있습니다.` : ''}`
  if (state === 'awaiting_deposit')
    return `입금을 기다리는 ${what} 주문이 있습니다.${until ? ` ${dayAndTime(until)}까지 ${withParticle(won(amount), '을/를')} 입금해 주세요.` : ''}`
  return `${what} 결제를 확인하고 있습니다.${until ? ` ${timeOfDay(until)}까지 결과를 알려 드립니다.` : ''} 다시 결제하지 않으셔도 됩니다.`
}
