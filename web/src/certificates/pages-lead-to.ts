import { path, withQuery } from '../api/path'
import { CERTIFICATES } from './paths'

// Apart from `paths.ts`, which is in the script that every page loads: only this feature's own pages need these.

export const certificatesPath = (page: number) => `${CERTIFICATES}?page=${page}`
/** The form with what is chosen in it; `query` is that of its address, which names the choices. */
export const chosenPath = (query: URLSearchParams, choice: object) =>
  withQuery(`${CERTIFICATES}/new`, { ...Object.fromEntries(query), ...choice })
export const certificatePath = (number: string) => `${CERTIFICATES}/${number}`

/** Which version: what is downloaded belongs to the sheet that is shown, whatever changes meanwhile. */
interface Version {
  number: string
  version: number
}

export const signedFile = (of: Version) =>
  path('/api/v1/certificates/{number}/certificate-with-signature.json', of)
export const documentFile = (of: Version) => path('/api/v1/certificates/{number}/certificate.json', of)
export const signatureFile = (of: Version) => path('/api/v1/certificates/{number}/certificate.sig', of)
export const KEYS_FILE = '/.well-known/ieum-keys.json'
export const keyFile = (id: string) => `/.well-known/ieum-keys/${id}.pem`
