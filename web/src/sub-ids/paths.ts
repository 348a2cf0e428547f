import { path } from '../api/path'
import { pageNumber } from '../pages/page-number'

export const SUB_IDS = '/mypage/sub-id-management'

/** Under which name a tab keeps an owner's new links (`kept.ts`), and forgets them with the session (`shell/session.ts`). */
export const KEPT_IN_TAB = 'ieum:sub-ids'

export const STATES = ['active', 'invited', 'suspended', 'over', 'removed'] as const
type State = (typeof STATES)[number]

/** What of the list an address asks for. */
export interface Asked {
  search: string
  state: State | undefined
}

/** A state that there is none of is passed over, so that an old link shows the list and no error. */
export const askedIn = (query: URLSearchParams): Asked => ({
  search: (query.get('search') ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 40),
  state: STATES.find((state) => state === query.get('state')),
})

export const subIdsApi = (page: number, { search, state }: Asked) =>
  path('/api/v1/sub-ids', { page, search: search || undefined, state })

/** Which page of each list of a sub-id is shown. */
export interface Turned {
  /** Of what was done. */
  page: number
  services: number
  sessions: number
}

export const turnedIn = (query: URLSearchParams): Turned => ({
  page: pageNumber(query),
  services: pageNumber(query, 'services'),
  sessions: pageNumber(query, 'sessions'),
})

export const subIdApi = (id: number | string) => path('/api/v1/sub-ids/{sub_id}', { sub_id: id })
export const eventsApi = (id: string, page: number) =>
  path('/api/v1/sub-ids/{sub_id}/events', { sub_id: id, page })
export const usedSessionsApi = (id: string, page: number) =>
  path('/api/v1/sub-ids/{sub_id}/sessions', { sub_id: id, page })
