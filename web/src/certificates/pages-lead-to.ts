import { path, withQuery } from '../api/path'
import { CERTIFICATES } from './paths'

// Apart from `paths.ts`, which is in the script that every page loads: only this feature's own pages need these.

export const certificatesPath = (page: number) => `${CERTIFICATES}?page=${page}`
/** The form with what is chosen in it; `query` is that of its address, which names the choices. */
export const chosenPath = (query: URLSearchParams, choice: object) =>
  withQuery(`${CERTIFICATES}/new`, { ...Object.fromEntries(query), ...choice })
export const certificatePath = (number: string) => `${CERTIFICATES}/${number}`

export const documentFile = (number: string) =>
  path('/api/v1/certificates/{number}/certificate.json', { number })
export const signatureFile = (number: string) =>
  path('/api/v1/certificates/{number}/certificate.sig', { number })
export const KEYS_FILE = '/.well-known/ieum-keys.json'
export const keyFile = (id: string) => `/.well-known/ieum-keys/${id}.pem`
