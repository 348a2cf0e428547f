import { useQuery } from '@tanstack/react-query'
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

/** Says in words what somebody gains and loses with other permissions. An owner may do everything there is. */
export function useGains() {
  const { data } = useQuery(permissionsQuery)
  const all = data?.items ?? []
  const hasOf = (role: Pick<Role, 'isOwner' | 'permissions'> | undefined) => (name: string) =>
    role !== undefined && (role.isOwner || role.permissions.includes(name))
  return (
    before: Pick<Role, 'isOwner' | 'permissions'> | undefined,
    after: Pick<Role, 'isOwner' | 'permissions'>,
  ) => {
    const [had, has] = [hasOf(before), hasOf(after)]
    const named = (is: (name: string) => boolean) =>
      all
        .filter(({ name }) => is(name))
        .map(({ label }) => label)
        .join(', ') || '없음'
    return {
      gained: named((name) => has(name) && !had(name)),
      lost: named((name) => had(name) && !has(name)),
    }
  }
}
