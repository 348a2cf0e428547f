import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isTransient, SignedOut } from '../api/problem'
import type { OpenOrder, PlacedOrder, ProviderKey } from '../api/types'
import { openOrdersNow } from '../catalog'
import { PRODUCTS, plansApi } from '../catalog/paths'
import { MEMBER_API } from '../members/paths'
import { isCancel, openPaymentWindow, reportFailure, windowErrorCode } from '../payments'
import { openCardWindow } from '../subscriptions'
import { openModal } from '../ui/modal'
import { useNavigate } from '../ui/navigate'
import { lastOrder } from './last-order'
import { ORDER_AGREEMENTS_API } from './paths'
import { type NewOrder, placeOrder, QUOTE } from './queries'

export type Purchase = NewOrder & {
  /** The amount on the button that was pressed. */
  amount: number
  provider: ProviderKey
  /** The registered card to charge; `null` to register a new one first. */
  cardId: number | null
}

/** Nothing was paid. The message says what to do. */
export class NotPaid extends Error {
  constructor(
    message: string,
    /** The buyer closed the window. */
    readonly isCancel: boolean,
  ) {
    super(message)
    this.name = 'NotPaid'
  }
}

const WINDOW_NOT_OPENED =
  '결제창을 열지 못했습니다. 인터넷 연결과 광고 차단 기능을 확인한 뒤 다시 시도해 주세요.'
const PRICE_CHANGED = '결제 금액이 변경되었습니다. 새 금액을 확인한 뒤 다시 결제해 주세요.'

/** Reports that an order was not paid, which releases its address. The answer explains the failure to the buyer. */
async function reportUnpaid(orderId: string, error: unknown): Promise<NotPaid> {
  const code = windowErrorCode(error)
  const order = await reportFailure(orderId, code).catch(() => null)
  const detail = code === 'WINDOW_NOT_OPENED' ? undefined : order?.failure?.detail
  return new NotPaid(detail ?? WINDOW_NOT_OPENED, isCancel(code))
}

/** Resolves with the address of the result. It never resolves if the buyer leaves for the provider's window. */
async function placeAndPay(request: Purchase): Promise<string> {
  const { till, choice, amount, cardId } = request
  const order = await placeOrder(request).catch((error: unknown) => {
    // Points alone might have paid an order whose answer is lost.
    if (isTransient(error) && amount > 0)
      throw new NotPaid(`이번 주문은 결제되지 않았습니다. ${error.message}`, false)
    throw error
  })
  const result = `${till.path}/success?orderId=${encodeURIComponent(order.orderId)}`
  if (order.state === 'paid') return result // points cover the whole amount
  if (order.amount !== amount) {
    // Nobody pays an amount other than the one on the button.
    await reportFailure(order.orderId, 'PRICE_CHANGED').catch(() => null)
    throw new NotPaid(PRICE_CHANGED, false)
  }
  lastOrder.set({ ...choice, orderId: order.orderId })
  if (till.paymentType === 'billing' && cardId !== null) return `${result}&billingMethodId=${cardId}`
  try {
    await openWindow(request, order)
  } catch (error) {
    throw await reportUnpaid(order.orderId, error)
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

/** An order of the same product that is paid, or may be so by now; one that waits for payment is replaced by the next. */
async function sameOrder(client: QueryClient, { choice }: Purchase): Promise<OpenOrder | undefined> {
  if (choice.serviceId) return undefined // the server renews a service once
  const open = await openOrdersNow(client).catch(() => null)
  return open?.items.find(({ planId, serviceId, state }) => {
    return planId === choice.planId && serviceId === null && state !== 'awaiting_payment'
  })
}

const ALREADY: Record<Exclude<OpenOrder['state'], 'awaiting_payment'>, string> = {
  paid: '같은 상품을 조금 전에 결제하셨습니다.',
  confirming: '같은 상품의 결제를 확인하고 있습니다.',
  awaiting_deposit: '같은 상품의 입금을 기다리고 있습니다.',
}

function askBeforeAgain({ state }: OpenOrder, { till, choice }: Purchase, onConfirm: () => void) {
  const { quantity } = choice
  const more = quantity > 1 ? `${quantity}${PRODUCTS[till.kind].unit}` : '하나'
  openModal({
    type: 'confirm',
    title: '한 번 더 결제할까요?',
    message: `${ALREADY[state as keyof typeof ALREADY]} 한 번 더 결제하면 같은 상품을 ${more} 더 사게 됩니다.`,
    confirmLabel: '한 번 더 결제',
    onConfirm: (close) => {
      close()
      onConfirm()
    },
  })
}

/** Places an order and starts its payment, once for any number of presses. A failure reloads plans and quotes. */
export function usePay() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isPaying = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const pay = useMutation({
    mutationFn: placeAndPay,
    onSuccess: (result) => navigate(result, { replace: true }),
    onError: (error, { till }) => {
      isPaying.current = false
      // Somebody else may be logged in by now, unseen where storage is switched off: a quote holds for one member. Nobody
      // at all is the login's matter, which opens over the page, and a line that broke has no answer for this either.
      const whoPays = error instanceof SignedOut || isTransient(error) ? [] : [MEMBER_API]
      for (const stale of [plansApi(till.kind), ORDER_AGREEMENTS_API, QUOTE, ...whoPays])
        void client.invalidateQueries({ queryKey: [stale] })
    },
  })
  const { reset: forget } = pay

  useEffect(() => {
    // On the way back from the window the browser may restore this page as it was left: enable the button again.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isPaying.current = false
      forget()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [forget])

  async function start(request: Purchase) {
    if (isPaying.current) return
    isPaying.current = true
    setAsking(true)
    const same = await sameOrder(client, request)
    setAsking(false)
    if (!same) return pay.mutate(request)
    isPaying.current = false
    askBeforeAgain(same, request, () => {
      isPaying.current = true
      pay.mutate(request)
    })
  }

  return { start, isPending: isAsking || pay.isPending, error: pay.error, reset: forget }
}
