import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, put, remove } from '../../api/client'
import { path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import type { NewRotationLink, RotationChoice } from '../../api/types'
import { serviceQuery } from '../queries'

const of = (serviceId: number) => ({ service_id: serviceId })

export const rotationQuery = (serviceId: number) =>
  apiQuery(path('/api/v1/services/{service_id}/rotation', of(serviceId)))

/** The last addresses of a service, the present one first. */
export const pastAddressesQuery = (serviceId: number) =>
  apiQuery(path('/api/v1/services/{service_id}/addresses', of(serviceId)))

/** A change after which the service's address, its rotation and its history are loaded again. */
function useRotationChange<Sent, Answer>(serviceId: number, send: (what: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  const refresh = () => {
    const concerned = [serviceQuery, rotationQuery, pastAddressesQuery].map(
      (query) => query(serviceId).queryKey[0],
    )
    const isConcerned = (path: unknown) =>
      concerned.some((own) => own === path) || String(path).startsWith('/api/v1/services?')
    return client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey[0]) })
  }
  // After a refusal, too: the timer or a link may have been faster, so that this page shows an old address.
  return useMutation({ mutationFn: send, onSettled: () => void refresh() })
}

export const useRotate = (serviceId: number) =>
  useRotationChange(serviceId, () => post(path('/api/v1/services/{service_id}/rotation', of(serviceId))))

export function useChooseRotation(serviceId: number) {
  const client = useQueryClient()
  return useRotationChange(serviceId, async (choice: RotationChoice) => {
    const rules = await put(path('/api/v1/services/{service_id}/rotation', of(serviceId)), choice)
    // At once, or what was chosen would jump back until the rules are loaded again.
    client.setQueryData(rotationQuery(serviceId).queryKey, rules)
  })
}

export const useAddLink = (serviceId: number) =>
  useRotationChange(serviceId, (link: NewRotationLink) =>
    post(path('/api/v1/services/{service_id}/rotation/links', of(serviceId)), link),
  )

export const useRevokeLink = (serviceId: number) =>
  useRotationChange(serviceId, (linkId: number) =>
    remove(
      path('/api/v1/services/{service_id}/rotation/links/{link_id}', { ...of(serviceId), link_id: linkId }),
    ),
  )
