import type { PlacedOrder, ProviderKey } from '../api/types'

/** Where the provider leads back to, below the checkout. */
const RESULT = '/static-ip/payment/normal'

/**
 * Opens the provider's window. The buyer leaves the page, so on the way that everybody hopes for this never
 * settles; it rejects when the window could not be opened or was closed without paying.
 */
export async function openPaymentWindow(provider: ProviderKey, order: PlacedOrder): Promise<void> {
  const { loadTossPayments } = await import('@tosspayments/tosspayments-sdk')
  const toss = await loadTossPayments(provider.clientKey, { src: provider.sdkUrl })
  await toss.payment({ customerKey: order.customerKey }).requestPayment({
    method: 'CARD',
    amount: { currency: 'KRW', value: order.amount },
    orderId: order.orderId,
    orderName: order.orderName,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    successUrl: `${location.origin}${RESULT}/success`,
    failUrl: `${location.origin}${RESULT}/fail`,
    card: { useEscrow: false, flowMode: 'DEFAULT', useCardPoint: false, useAppCardOnly: false },
  })
}

/** The SDK's own error code; what has none could not even be loaded. */
export function windowErrorCode(error: unknown): string {
  const { code } = error as { code?: unknown }
  return failureCode(typeof code === 'string' ? code : '') ?? 'WINDOW_NOT_OPENED'
}

/** A code as the server takes it. Whatever stands in an address may be anything. */
export const failureCode = (code: string | null): string | null =>
  code !== null && /^[A-Z0-9_]{1,100}$/.test(code) ? code : null
