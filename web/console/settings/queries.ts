import type { Answer } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

type Page = Answer<'/api/v1/console/settings'>
export type Group = Page['groups'][number]
export type Setting = Group['fields'][number]
export type Value = Setting['value']
export type Values = Record<string, Value>
type Connections = Answer<'/api/v1/console/settings/connections'>
export type Connection = Connections['items'][number]
export type TestResult = Answer<'/api/v1/console/settings/connections/mail/test', 'post'>

export const settingsQuery = consoleQuery('/api/v1/console/settings')
export const blockedQuery = consoleQuery('/api/v1/console/settings/blocked')
export const connectionsQuery = consoleQuery('/api/v1/console/settings/connections')
