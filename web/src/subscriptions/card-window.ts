import type { BillingCustomer, ProviderKey } from '../api/types'

interface CardWindow {
  provider: ProviderKey
  customer: BillingCustomer
  /** The paths of this site that the window returns to. */
  successPath: string
  failPath: string
}

/** Opens the provider's window to register a card. As for payments, it rejects on failure and never resolves. */
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
