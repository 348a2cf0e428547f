import { useQueryString } from '../ui/query'
import { Confirmation } from './confirmation'
import { OrderResult } from './order-result'
import { NoReceipt } from './outcomes'
import { SubscriptionStart } from './subscription-start'

const wholeNumber = (text: string | null) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)

/** Every payment leads here, directly or through the provider's window. Nothing is paid until the server says so. */
export default function PaymentSuccess() {
  const query = useQueryString()
  const orderId = query.get('orderId')
  if (!orderId) return <NoReceipt />

  const paymentKey = query.get('paymentKey')
  const amount = wholeNumber(query.get('amount'))
  if (paymentKey) {
    if (amount === null) return <NoReceipt />
    return <Confirmation receipt={{ paymentKey, orderId, amount }} />
  }

  const authKey = query.get('authKey')
  const customerKey = query.get('customerKey')
  const cardId = wholeNumber(query.get('billingMethodId'))
  if ((authKey && customerKey) || cardId) {
    const receipt = authKey && customerKey ? { authKey, customerKey } : null
    return <SubscriptionStart orderId={orderId} receipt={receipt} cardId={cardId} />
  }
  return <OrderResult orderId={orderId} />
}
