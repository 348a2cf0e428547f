import { useQueryClient } from '@tanstack/react-query'
import { type Answer, type Body, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type Board = Answer<'/api/v1/console/status'>
export type StatusLine = Answer<'/api/v1/console/status/incidents'>['items'][number]
export type Announcement = Answer<'/api/v1/console/status/incidents/{id}'>
export type StatusForm = Body<'/api/v1/console/status/incidents/preview', 'post'>
export type UpdateForm = Body<'/api/v1/console/status/incidents/{id}/updates/preview', 'post'>

export type PartName = StatusLine['parts'][number]
export type Level = StatusLine['level']
export type Progress = StatusLine['state']

export const INCIDENTS = '/api/v1/console/status/incidents'
const RECORD = '/api/v1/console/record'
export const STATUS_PARTS: PartName[] = ['shop', 'payment', 'messages', 'gateways']

/** Looked at anew by itself, as the page of the customers is. */
export const boardQuery = { ...consoleQuery('/api/v1/console/status'), refetchInterval: 30_000 }

export const announcementQuery = (id: string | number) =>
  consoleQuery(path('/api/v1/console/status/incidents/{id}', { id }))

/** Has an announcement, the list of all, what the page says and what the record says asked for anew. */
export function useStatusChanged() {
  const client = useQueryClient()
  return async (id: number) => {
    await client.invalidateQueries({ queryKey: announcementQuery(id).queryKey })
    await client.invalidateQueries({ queryKey: [INCIDENTS] })
    await client.invalidateQueries({ queryKey: boardQuery.queryKey })
    await client.invalidateQueries({ queryKey: [RECORD] })
  }
}
