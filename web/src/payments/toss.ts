import type { PlacedOrder, ProviderKey } from '../api/types'

const CASH_RECEIPTS = { none: '미발행', income: '소득공제', expense: '지출증빙' } as const
const CARD = { useEscrow: false, flowMode: 'DEFAULT', useCardPoint: false, useAppCardOnly: false } as const

/**
 * Opens the provider's window, which returns to `path`/success or `path`/fail. Paying leaves the page, so the promise
 * never resolves; it rejects if the window cannot be opened or is closed without paying.
 */
export async function openPaymentWindow(
  provider: ProviderKey,
  order: PlacedOrder,
  path: string,
): Promise<void> {
  const { loadTossPayments } = await import('@tosspayments/tosspayments-sdk')
  const toss = await loadTossPayments(provider.clientKey, { src: provider.sdkUrl })
  const payment = toss.payment({ customerKey: order.customerKey })
  const request = {
    amount: { currency: 'KRW', value: order.amount },
    orderId: order.orderId,
    orderName: order.orderName,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    successUrl: `${location.origin}${path}/success`,
    failUrl: `${location.origin}${path}/fail`,
  }
  const cash = { cashReceipt: { type: CASH_RECEIPTS[order.cashReceipt] }, useEscrow: false }
  switch (order.payMethod) {
    case 'transfer':
      return payment.requestPayment({ ...request, method: 'TRANSFER', transfer: cash })
    case 'virtualAccount': {
      const virtualAccount = { ...cash, validHours: order.depositHours }
      return payment.requestPayment({ ...request, method: 'VIRTUAL_ACCOUNT', virtualAccount })
    }
    default:
      return payment.requestPayment({ ...request, method: 'CARD', card: CARD })
  }
}

/** The SDK's error code, or `WINDOW_NOT_OPENED` for an error without one, as when the SDK cannot be loaded. */
export function windowErrorCode(error: unknown): string {
  const { code } = error as { code?: unknown }
  return failureCode(typeof code === 'string' ? code : '') ?? 'WINDOW_NOT_OPENED'
}

/** Whether the buyer closed the window, or cancelled in it. */
export const isCancel = (code: string) => code === 'USER_CANCEL' || code === 'PAY_PROCESS_CANCELED'

/** The code if it has the form the server accepts, else `null`: in an address anybody may have written anything. */
export const failureCode = (code: string | null): string | null =>
  code !== null && /^[A-Z0-9_]{1,100}$/.test(code) ? code : null
