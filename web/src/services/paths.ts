import { path } from '../api/path'

export const servicesPath = (page: number) => `/mypage/service-status/normal?page=${page}`
export const changeIpPath = (page: number) => `/mypage/change-ip?page=${page}`

export const servicesApi = (state: 'all' | 'active', page: number) =>
  path('/api/v1/services', { state, page })
export const serviceApi = (id: number) => path('/api/v1/services/{service_id}', { service_id: id })
/** The plan that a service is renewed by, whether or not it is still sold to others. */
export const planOfServiceApi = (id: number) => path('/api/v1/services/{service_id}/plan', { service_id: id })
