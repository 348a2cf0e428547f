import { type Answer, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type Service = Answer<'/api/v1/console/services'>['items'][number]
export type ServiceSheet = Answer<'/api/v1/console/services/{id}'>
export type Session = Answer<'/api/v1/console/services/{id}/sessions'>['items'][number]
export type ServiceEvent = Answer<'/api/v1/console/services/{id}/timeline'>['items'][number]

export const serviceQuery = (id: string) => consoleQuery(path('/api/v1/console/services/{id}', { id }))
export const eventsQuery = (id: string) =>
  consoleQuery(path('/api/v1/console/services/{id}/timeline', { id }))
export const sessionsQuery = (id: string, after: string | undefined) =>
  consoleQuery(path('/api/v1/console/services/{id}/sessions', { id, after, size: 20 }))
