import { path, withQuery } from '../api/path'

// Apart from `paths.ts`, which is in the script that every page loads: only this feature's own pages need these.

/** The history's page, and that of the services above it where that is not the first. */
export const changeIpPath = (page: number, held = 1) =>
  `/mypage/change-ip?page=${page}${held > 1 ? `&services=${held}` : ''}`

export const recordPath = (service: number | string, period?: string, page?: number) =>
  withQuery('/mypage/service-status/record', { serviceId: service, period, page })

export const usageFile = (service: string, period: string) =>
  path('/api/v1/services/{service_id}/usage.csv', { service_id: service, period })
export const sessionsFile = (service: string) =>
  path('/api/v1/services/{service_id}/sessions.csv', { service_id: service })
