import { path } from '../api/path'

export const MEMBER_API = '/api/v1/member'

/** What somebody who joins agrees to. */
export const SIGN_UP_AGREEMENTS_API = path('/api/v1/agreements', { for: 'sign-up' })

/** Where to log in, and where to come back to afterwards. */
export const loginPath = (from: string) => `/login?callbackUrl=${encodeURIComponent(from)}`
