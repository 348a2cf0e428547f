import { path } from '../api/path'
import { pageNumber } from '../pages/page-number'

export const servicesPath = (page: number) => `/mypage/service-status/normal?page=${page}`
/** The page of the services above the history. */
export const heldPage = (query: URLSearchParams) => pageNumber(query, 'services')

/** Where a link for one device leads; its token stands behind a `#`. */
export const DEVICE_SETUP = '/device-setup'

export const changesApi = (page: number) => path('/api/v1/ip-changes', { page })

export const servicesApi = (state: 'all' | 'active', page: number) =>
  path('/api/v1/services', { state, page })
export const serviceApi = (id: number) => path('/api/v1/services/{service_id}', { service_id: id })
/** The plan that a service is renewed by, whether or not it is still sold to others. */
export const planOfServiceApi = (id: number) => path('/api/v1/services/{service_id}/plan', { service_id: id })

/** The service that a page's address names; `null` where it names none. */
export const serviceIn = (query: URLSearchParams) => {
  const id = query.get('serviceId') ?? ''
  return /^[1-9]\d{0,17}$/.test(id) ? id : null
}
export const usageApi = (service: string, period: string | undefined) =>
  path('/api/v1/services/{service_id}/usage', { service_id: service, period })
export const sessionsApi = (service: string, page: number) =>
  path('/api/v1/services/{service_id}/sessions', { service_id: service, page })
