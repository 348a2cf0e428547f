import { queryOptions } from '@tanstack/react-query'
import { get } from '../api/client'
import { Problem } from '../api/problem'
import type { Member } from '../api/types'

export const MEMBER_PATH = '/api/v1/member'

const PAUSE_BEFORE_ANOTHER_TRY = 400

/** Network and server errors get a second try before a member is treated as a visitor. */
const maySucceedLater = (error: unknown) =>
  error instanceof Problem && (error.status === 0 || error.status >= 500)

/** The logged-in member; `null` for a visitor, and when the server does not answer. It never fails a page. */
export const memberQuery = queryOptions({
  queryKey: [MEMBER_PATH],
  queryFn: async ({ signal }): Promise<Member | null> => {
    const ask = () => get<Member>(MEMBER_PATH, signal)
    const askAgain = async (error: unknown) => {
      if (!maySucceedLater(error)) throw error
      await new Promise((resume) => setTimeout(resume, PAUSE_BEFORE_ANOTHER_TRY))
      return ask()
    }
    const giveUp = (error: unknown) => {
      if (signal.aborted) throw error
      return null
    }
    return ask().catch(askAgain).catch(giveUp)
  },
})

/** The address of the login page, which returns to `from` afterwards. */
export const loginPath = (from: string) => `/login?callbackUrl=${encodeURIComponent(from)}`
