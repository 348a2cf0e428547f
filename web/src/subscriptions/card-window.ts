import type { BillingCustomer, ProviderKey } from '../api/types'

interface CardWindow {
  provider: ProviderKey
  customer: BillingCustomer
  /** Paths of the shop where the window leads back to. */
  successPath: string
  failPath: string
}

/** Opens the provider's window for a card. Like the one for payments it settles only when it did not open. */
export async function openCardWindow({
  provider,
  customer,
  successPath,
  failPath,
}: CardWindow): Promise<void> {
  const { loadTossPayments } = await import('@tosspayments/tosspayments-sdk')
  const toss = await loadTossPayments(provider.clientKey, { src: provider.sdkUrl })
  await toss.payment({ customerKey: customer.customerKey }).requestBillingAuth({
    method: 'CARD',
    successUrl: `${location.origin}${successPath}`,
    failUrl: `${location.origin}${failPath}`,
    customerName: customer.customerName,
    customerEmail: customer.customerEmail,
  })
}
