import { queryOptions } from '@tanstack/react-query'
import { get } from '../api/client'
import { Problem } from '../api/problem'
import type { Member } from '../api/types'

export const MEMBER_PATH = '/api/v1/member'

const PAUSE_BEFORE_ANOTHER_TRY = 400

/** No network or a shop in trouble: worth a second try before somebody is taken for a visitor. */
const maySucceedLater = (error: unknown) =>
  error instanceof Problem && (error.status === 0 || error.status >= 500)

/** Who is logged in; `null` for a visitor. Being a visitor is an answer, and so is not being able to find out. */
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

/** Where to log in, and where to come back to afterwards. */
export const loginPath = (from: string) => `/login?callbackUrl=${encodeURIComponent(from)}`
