export const SUBSCRIPTIONS_API = '/api/v1/subscriptions'
export const BILLING_METHODS_API = '/api/v1/billing-methods'

export const PAYMENT_METHODS = '/mypage/payment-method-management'

export const subscriptionAnchor = (id: number) => `subscription-${id}`

/** The page to manage recurring payments, scrolled to one of them. */
export const paymentMethodsPath = (subscriptionId: number | null) =>
  subscriptionId ? `${PAYMENT_METHODS}#${subscriptionAnchor(subscriptionId)}` : PAYMENT_METHODS
