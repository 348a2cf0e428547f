import { type Answer, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type SubscriptionLine = Answer<'/api/v1/console/subscriptions'>['items'][number]
export type Subscription = Answer<'/api/v1/console/subscriptions/{id}'>

export const subscriptionQuery = (id: number) =>
  consoleQuery(path('/api/v1/console/subscriptions/{id}', { id }))
