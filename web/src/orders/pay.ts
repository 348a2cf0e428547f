import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PlacedOrder, ProviderKey } from '../api/types'
import { plansQuery } from '../catalog'
import { openPaymentWindow, reportFailure, windowErrorCode } from '../payments'
import { openCardWindow } from '../subscriptions'
import { rememberOrder } from './last-order'
import { everyQuote, type NewOrder, orderAgreementsQuery, placeOrder } from './queries'

export type Purchase = NewOrder & {
  /** The amount on the button that was pressed. */
  amount: number
  provider: ProviderKey
  /** The registered card that is charged; `null` for one that is registered on the way. */
  cardId: number | null
}

/** The order was placed but not paid. The message says what to do. */
export class NotPaid extends Error {
  constructor(
    message: string,
    readonly byChoice: boolean,
  ) {
    super(message)
    this.name = 'NotPaid'
  }
}

const WINDOW_NOT_OPENED =
  '결제창을 열지 못했습니다. 인터넷 연결과 광고 차단 기능을 확인한 뒤 다시 시도해 주세요.'
const PRICE_CHANGED = '결제 금액이 변경되었습니다. 새 금액을 확인한 뒤 다시 결제해 주세요.'
const CANCELS = ['USER_CANCEL', 'PAY_PROCESS_CANCELED']

/** Gives the held address back; the server has the words for what happened. */
async function notPaid(orderId: string, error: unknown): Promise<NotPaid> {
  const code = windowErrorCode(error)
  const order = await reportFailure(orderId, code).catch(() => null)
  const said = code === 'WINDOW_NOT_OPENED' ? undefined : order?.failure?.detail
  return new NotPaid(said ?? WINDOW_NOT_OPENED, CANCELS.includes(code))
}

/** Where the result is shown; nothing where the buyer has left for the provider's window. */
async function purchase(bought: Purchase): Promise<string> {
  const { till, choice, amount, cardId } = bought
  const order = await placeOrder(bought)
  const result = `${till.path}/success?orderId=${encodeURIComponent(order.orderId)}`
  if (order.state === 'paid') return result // by points
  if (order.amount !== amount) {
    // Nobody pays another sum than the one on the button.
    await reportFailure(order.orderId, 'PRICE_CHANGED').catch(() => null)
    throw new NotPaid(PRICE_CHANGED, false)
  }
  rememberOrder({ ...choice, orderId: order.orderId })
  if (till.paymentType === 'billing' && cardId !== null) return `${result}&billingMethodId=${cardId}`
  try {
    await openWindow(bought, order)
  } catch (error) {
    throw await notPaid(order.orderId, error)
  }
  return result
}

function openWindow({ till, provider }: Purchase, order: PlacedOrder) {
  if (till.paymentType === 'normal') return openPaymentWindow(provider, order, till.path)
  const search = `?orderId=${encodeURIComponent(order.orderId)}`
  return openCardWindow({
    provider,
    customer: order,
    successPath: `${till.path}/success${search}`,
    failPath: `${till.path}/fail${search}`,
  })
}

/** Orders and leads to the payment, once for however many presses. After a refusal everything is read anew. */
export function usePay() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isPaying = useRef(false)
  const pay = useMutation({
    mutationFn: purchase,
    onSuccess: (result) => navigate(result, { replace: true }),
    onError: (_, { till }) => {
      isPaying.current = false
      const { queryKey } = plansQuery(till.kind)
      for (const stale of [{ queryKey }, { queryKey: orderAgreementsQuery.queryKey }, everyQuote])
        void client.invalidateQueries(stale)
    },
  })
  const { reset: forget } = pay

  useEffect(() => {
    // Back from the window with the page as it was left: the button must be there to be pressed again.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isPaying.current = false
      forget()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [forget])

  function start(bought: Purchase) {
    if (isPaying.current) return
    isPaying.current = true
    pay.mutate(bought)
  }

  return { start, isPending: pay.isPending, error: pay.error, reset: forget }
}
