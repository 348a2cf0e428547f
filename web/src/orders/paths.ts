import { path } from '../api/path'
import { type Till, wholeNumber } from '../catalog/paths'

/** The documents that a buyer agrees to, without the words of the texts. */
export const ORDER_AGREEMENTS_API = path('/api/v1/agreements', { for: 'order', whole: false })
export const ORDER_TEXTS_API = path('/api/v1/agreements', { for: 'order' })

/** The service that is renewed at this checkout, where the address names one. */
export const renewedIn = ({ kind, paymentType }: Till, query: URLSearchParams): number | null =>
  paymentType === 'normal' && kind !== 'ticket' ? wholeNumber(query.get('serviceId')) || null : null
