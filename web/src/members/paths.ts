import { path } from '../api/path'

export const MEMBER_API = '/api/v1/member'

/** The documents that a new member agrees to. */
export const SIGN_UP_AGREEMENTS_API = path('/api/v1/agreements', { for: 'sign-up' })

/** The login's address, with the address to return to afterwards. */
export const loginPath = (from: string) => `/login?callbackUrl=${encodeURIComponent(from)}`
