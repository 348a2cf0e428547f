import { path, withQuery } from '../api/path'

export const CERTIFICATES = '/mypage/certificates'
export const VERIFY = '/verify'
export const MY_IP = '/my-ip'

/** Where a certificate is issued: of one service, or of any. */
export const newCertificatePath = (service?: number | string, page?: number) =>
  withQuery(`${CERTIFICATES}/new`, { serviceId: service, page })

export const certificatesApi = (page: number) => path('/api/v1/certificates', { page })
export const certificateApi = (number: string) => path('/api/v1/certificates/{number}', { number })
export const choicesApi = (service: string | null, page: number) =>
  path('/api/v1/certificates/choices', { service: service === null ? undefined : Number(service), page })
