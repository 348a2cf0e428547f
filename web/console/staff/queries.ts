import type { Answer } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type Person = Answer<'/api/v1/console/staff'>['items'][number]
export type Role = Answer<'/api/v1/console/roles'>['items'][number]
export type Permission = Answer<'/api/v1/console/permissions'>['items'][number]

export const staffQuery = consoleQuery('/api/v1/console/staff')
export const rolesQuery = consoleQuery('/api/v1/console/roles')
export const permissionsQuery = {
  ...consoleQuery('/api/v1/console/permissions'),
  staleTime: Number.POSITIVE_INFINITY,
}
export const networksQuery = consoleQuery('/api/v1/console/networks')
