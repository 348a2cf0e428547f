import { path, withQuery } from '../api/path'

export const MEMBER_API = '/api/v1/member'

/** The documents that a new member agrees to, without the words of the texts. */
export const SIGN_UP_AGREEMENTS_API = path('/api/v1/agreements', { for: 'sign-up', whole: false })
export const SIGN_UP_TEXTS_API = path('/api/v1/agreements', { for: 'sign-up' })

/** The address of the login page, which returns to `from` afterwards. */
export const loginPath = (from: string) => withQuery('/login', { callbackUrl: from })
