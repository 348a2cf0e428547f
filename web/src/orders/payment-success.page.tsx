import { useQueryString } from '../ui/query'
import { Confirmation } from './confirmation'
import { NoReceipt } from './outcomes'

/** The provider's window leads here. Nothing is paid until the server has confirmed it. */
export default function PaymentSuccess() {
  const query = useQueryString()
  const paymentKey = query.get('paymentKey')
  const orderId = query.get('orderId')
  const amount = Number(query.get('amount') || Number.NaN)
  if (!paymentKey || !orderId || !Number.isSafeInteger(amount)) return <NoReceipt />
  return <Confirmation receipt={{ paymentKey, orderId, amount }} />
}
