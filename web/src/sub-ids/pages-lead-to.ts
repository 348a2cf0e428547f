import { withQuery } from '../api/path'
import { type Asked, SUB_IDS, type Turned } from './paths'

// Apart from `paths.ts`, which is in the script that every page loads: only this feature's own pages need these.

export const subIdsPath = (page: number, asked?: Asked) => withQuery(SUB_IDS, { page, ...asked })

const unlessFirst = (page: number) => (page > 1 ? page : undefined)
export const subIdPath = (
  id: number | string,
  { page = 1, services = 1, sessions = 1 }: Partial<Turned> = {},
) =>
  withQuery(`${SUB_IDS}/${id}`, {
    page: unlessFirst(page),
    services: unlessFirst(services),
    sessions: unlessFirst(sessions),
  })
