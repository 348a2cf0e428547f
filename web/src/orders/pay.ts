import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AgreedTo, ProviderKey } from '../api/types'
import { staticPlansQuery } from '../catalog/queries'
import { reportFailure } from '../payments/queries'
import { openPaymentWindow, windowErrorCode } from '../payments/toss'
import type { Choice } from './choice'
import { rememberOrder } from './last-order'
import { orderAgreementsQuery, placeOrder, quoteQuery } from './queries'

export interface Purchase {
  choice: Choice
  /** The amount on the button that was pressed. */
  amount: number
  agreements: AgreedTo[]
  provider: ProviderKey
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

async function purchase({ choice, amount, agreements, provider }: Purchase): Promise<void> {
  const order = await placeOrder(choice, agreements)
  if (order.amount !== amount) {
    // Nobody pays another sum than the one on the button.
    await reportFailure(order.orderId, 'PRICE_CHANGED').catch(() => null)
    throw new NotPaid(PRICE_CHANGED, false)
  }
  rememberOrder({ ...choice, orderId: order.orderId })
  try {
    await openPaymentWindow(provider, order)
  } catch (error) {
    throw await notPaid(order.orderId, error)
  }
}

/** Orders and opens the provider's window. After a refusal price, stock and texts are read anew. */
export function usePay() {
  const client = useQueryClient()
  const pay = useMutation({
    mutationFn: purchase,
    onError: (_, { choice }) => {
      for (const { queryKey } of [staticPlansQuery, orderAgreementsQuery, quoteQuery(choice)])
        void client.invalidateQueries({ queryKey })
    },
  })
  const { reset } = pay

  useEffect(() => {
    // Back from the window with the page as it was left: the button must be there to be pressed again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])

  return pay
}
