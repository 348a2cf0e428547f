import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { get } from '../api/client'
import { isTransient } from '../api/problem'
import type { Member } from '../api/types'
import { MEMBER_API } from './paths'

const PAUSE_BEFORE_ANOTHER_TRY = 400

/**
 * The logged-in member; `null` for a visitor, and for a page that opens while the server does not answer. A page that is
 * open keeps its member until an answer says otherwise. It never fails a page.
 */
export const memberQuery = queryOptions({
  queryKey: [MEMBER_API],
  queryFn: async ({ client, queryKey, signal }): Promise<Member | null> => {
    const ask = () => get(MEMBER_API, signal)
    const askAgain = async (error: unknown) => {
      // Worth a second try before somebody is taken for a visitor.
      if (!isTransient(error)) throw error
      await new Promise((resume) => setTimeout(resume, PAUSE_BEFORE_ANOTHER_TRY))
      return ask()
    }
    const giveUp = (error: unknown) => {
      if (signal.aborted) throw error
      return isTransient(error) ? (client.getQueryData<Member>(queryKey) ?? null) : null
    }
    return ask().catch(askAgain).catch(giveUp)
  },
})

export const useMember = () => useSuspenseQuery(memberQuery).data
