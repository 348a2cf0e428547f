import { useQueryClient } from '@tanstack/react-query'
import { type Answer, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type SubscriptionLine = Answer<'/api/v1/console/subscriptions'>['items'][number]
export type Subscription = Answer<'/api/v1/console/subscriptions/{id}'>

export const SUBSCRIPTIONS = '/api/v1/console/subscriptions'

export const subscriptionQuery = (id: number) =>
  consoleQuery(path('/api/v1/console/subscriptions/{id}', { id }))

/** After a change: the page, the lists, and what staff did are loaded anew. */
export function useSubscriptionChanged(id: number) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: subscriptionQuery(id).queryKey }),
      client.invalidateQueries({ queryKey: [SUBSCRIPTIONS] }),
      client.invalidateQueries({ queryKey: ['/api/v1/console/record'] }),
    ])
}
