import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, put, remove } from '../api/client'
import { path } from '../api/path'
import { apiQuery } from '../api/queries'
import { planOfServiceApi, serviceApi, servicesApi } from './paths'

const SERVICES = '/api/v1/services'

export const servicesQuery = (page: number) => apiQuery(servicesApi('all', page))

export const serviceQuery = (id: number) => apiQuery(serviceApi(id))

/** The plan to renew a service with, which may no longer be on sale to others. */
export const planOfServiceQuery = (id: number) => apiQuery(planOfServiceApi(id))

/** How often to check whether a device is connected. Nothing is asked while the tab is hidden. */
export const LOOK_EVERY = { waiting: 2_000, running: 30_000 }

/** A change to the devices of a service, after which it and every list of services are loaded again. */
function useDeviceChange<Sent, Answer>(serviceId: number, send: (what: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  const isConcerned = (path: unknown) =>
    path === serviceQuery(serviceId).queryKey[0] || String(path).startsWith(`${SERVICES}?`)
  return useMutation({
    mutationFn: send,
    // Not awaited: the page continues with the answer to the change itself.
    onSuccess: () => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey[0]) })
    },
  })
}

export const useAddDevice = (serviceId: number) =>
  useDeviceChange(serviceId, (device: { name: string; publicKey: string }) =>
    post(path('/api/v1/services/{service_id}/devices', { service_id: serviceId }), device),
  )

/** The device gets a new id with its new key: to the gateway it is another device. */
export const useChangeKey = (serviceId: number) =>
  useDeviceChange(serviceId, ({ deviceId, publicKey }: { deviceId: number; publicKey: string }) =>
    put(
      path('/api/v1/services/{service_id}/devices/{device_id}/key', {
        service_id: serviceId,
        device_id: deviceId,
      }),
      { publicKey },
    ),
  )

export const useRemoveDevice = (serviceId: number) =>
  useDeviceChange(serviceId, (deviceId: number) =>
    remove(
      path('/api/v1/services/{service_id}/devices/{device_id}', {
        service_id: serviceId,
        device_id: deviceId,
      }),
    ),
  )

/** A press that gives a service another address. Refused or not, all that is shown of services is read again. */
function useNewAddress<Sent, Answer>(send: (what: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(SERVICES) }),
  })
}

/** Changes an address with which something is wrong for another one, for nothing. */
export const useTakeOffer = (serviceId: number) =>
  useNewAddress((seen: { address: string }) =>
    post(path('/api/v1/services/{service_id}/address-offer', { service_id: serviceId }), seen),
  )

/** The move of a service to another gateway, with what its devices' settings say afterwards. */
export const moveQuery = (serviceId: number) =>
  apiQuery(path('/api/v1/services/{service_id}/move', { service_id: serviceId }))

/** Moves a service to the address that is kept for it. */
export const useMove = (serviceId: number) =>
  useNewAddress(() => post(path('/api/v1/services/{service_id}/move', { service_id: serviceId })))
