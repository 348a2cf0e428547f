import { path, withQuery } from '../api/path'

export const CERTIFICATES = '/mypage/certificates'
export const VERIFY = '/verify'
export const MY_IP = '/my-ip'

export const certificatesPath = (page: number) => `${CERTIFICATES}?page=${page}`
export const certificatePath = (number: string) => `${CERTIFICATES}/${number}`
/** Where a certificate is issued: of one service, or of any. */
export const newCertificatePath = (service?: number | string, page?: number) =>
  withQuery(`${CERTIFICATES}/new`, { serviceId: service, page })

export const certificatesApi = (page: number) => path('/api/v1/certificates', { page })
export const certificateApi = (number: string) => path('/api/v1/certificates/{number}', { number })
export const choicesApi = (service: string | null, page: number) =>
  path('/api/v1/certificates/choices', { service: service === null ? undefined : Number(service), page })

export const documentFile = (number: string) =>
  path('/api/v1/certificates/{number}/certificate.json', { number })
export const signatureFile = (number: string) =>
  path('/api/v1/certificates/{number}/certificate.sig', { number })
export const keyFile = (keyId: string) => `/.well-known/ieum-keys/${keyId}.pem`
export const KEYS_FILE = '/.well-known/ieum-keys.json'
