import { type Answer, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type Board = Answer<'/api/v1/console/status'>
export type StatusLine = Answer<'/api/v1/console/status/incidents'>['items'][number]
export type Announcement = Answer<'/api/v1/console/status/incidents/{id}'>

export type PartName = StatusLine['parts'][number]
export type Level = StatusLine['level']
export type Progress = StatusLine['state']

export const INCIDENTS = '/api/v1/console/status/incidents'
export const STATUS_PARTS: PartName[] = ['shop', 'payment', 'messages', 'gateways']

/** Looked at anew by itself, as the page of the customers is. */
export const boardQuery = { ...consoleQuery('/api/v1/console/status'), refetchInterval: 30_000 }

export const announcementQuery = (id: string | number) =>
  consoleQuery(path('/api/v1/console/status/incidents/{id}', { id }))
