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

/** How a service came by an address. */
export const CAUSES: Record<string, string> = {
  order: '주문',
  ticket: '교체권으로 변경',
  undo: '변경 되돌리기',
  taken_back: '변경 취소',
  offer: '무료 교체',
  button: '회원이 변경',
  timer: '자동 변경',
  reconnect: '재접속으로 변경',
  link: '변경 링크',
  evacuation: '게이트웨이 이동',
}

export const LEASES: Record<string, string> = {
  coming: '옮길 자리',
  active: '사용 중',
  leaving: '옮기는 중',
  tail: '연결 마무리',
  ended: '끝남',
}
