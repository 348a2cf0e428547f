import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { get } from '../api/client'
import { isTransient } from '../api/problem'
import type { Member } from '../api/types'
import { MEMBER_API } from './paths'

const PAUSE_BEFORE_ANOTHER_TRY = 400

/** The logged-in member; `null` for a visitor, and when the server does not answer. It never fails a page. */
export const memberQuery = queryOptions({
  queryKey: [MEMBER_API],
  queryFn: async ({ signal }): Promise<Member | null> => {
    const ask = () => get(MEMBER_API, signal)
    const askAgain = async (error: unknown) => {
      // Worth a second try before somebody is taken for a visitor.
      if (!isTransient(error)) throw error
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

export const useMember = () => useSuspenseQuery(memberQuery).data
