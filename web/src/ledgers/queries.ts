import { apiQuery } from '../api/queries'
import type { Page, PointEntry, TicketEntry } from '../api/types'

export const pointsQuery = (page: number) => apiQuery<Page<PointEntry>>(`/api/v1/member/points?page=${page}`)
export const ticketsQuery = (page: number) =>
  apiQuery<Page<TicketEntry>>(`/api/v1/member/tickets?page=${page}`)
