import { path } from '../api/path'
import type { Till } from '../catalog/paths'

/** What somebody who buys agrees to. */
export const ORDER_AGREEMENTS_API = path('/api/v1/agreements', { for: 'order' })

export const wholeNumber = (said: string | null) => (/^\d{1,9}$/.test(said ?? '') ? Number(said) : 0)

/** The service that is prolonged here, where the address names one. */
export const renewedIn = ({ kind, paymentType }: Till, query: URLSearchParams): number | null =>
  paymentType === 'normal' && kind !== 'ticket' ? wholeNumber(query.get('serviceId')) || null : null
