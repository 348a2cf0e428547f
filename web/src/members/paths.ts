import { path, withQuery } from '../api/path'

export const MEMBER_API = '/api/v1/member'

/** The event by which the entry says that a session has ended; whoever prevents it keeps the page. */
export const SIGNED_OUT = 'ieum:signed-out'

/** The documents that a new member agrees to, without the words of the texts. */
export const SIGN_UP_AGREEMENTS_API = path('/api/v1/agreements', { for: 'sign-up', whole: false })
export const SIGN_UP_TEXTS_API = path('/api/v1/agreements', { for: 'sign-up' })

/** What a sub-id confirms to have read when it chooses its first password. */
export const SUB_ID_AGREEMENTS_API = path('/api/v1/agreements', { for: 'sub-id' })

/** The log of what was done with a sub-id, as it sees it. */
export const ownEventsApi = (page: number) => path('/api/v1/sub-id/events', { page })
export const activityPath = (page: number) => `/mypage/activity?page=${page}`

/** The address of the login page, which returns to `from` afterwards. */
export const loginPath = (from: string) => withQuery('/login', { callbackUrl: from })
