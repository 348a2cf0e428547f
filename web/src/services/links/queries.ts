import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AS_VISITOR, post, remove } from '../../api/client'
import { path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import { serviceQuery } from '../queries'

/** How often to look whether a link has been opened or used, and whether a device has connected. */
const LOOK_EVERY = { links: 5_000, waiting: 3_000, running: 30_000 }

const linksQuery = (serviceId: number) =>
  apiQuery(path('/api/v1/services/{service_id}/device-links', { service_id: serviceId }))

/** The links of a service that may still be used. When one is gone, its device may be there: the service is read again. */
export function useOpenLinks(serviceId: number) {
  const client = useQueryClient()
  const query = useQuery({
    ...linksQuery(serviceId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.length ? LOOK_EVERY.links : false),
  })
  const number = query.data?.length ?? 0
  const before = useRef(number)
  useEffect(() => {
    if (number < before.current) void client.invalidateQueries({ queryKey: serviceQuery(serviceId).queryKey })
    before.current = number
  }, [number, client, serviceId])
  return query
}

/** A change to the links, which counts as done once the list has been read again. */
function useLinkChange<Sent, Answer>(serviceId: number, send: (what: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: linksQuery(serviceId).queryKey }),
  })
}

export const useMakeLink = (serviceId: number) =>
  useLinkChange(serviceId, (link: { name: string }) =>
    post(path('/api/v1/services/{service_id}/device-links', { service_id: serviceId }), link),
  )

export const useWithdrawLink = (serviceId: number) =>
  useLinkChange(serviceId, (linkId: number) =>
    remove(
      path('/api/v1/services/{service_id}/device-links/{device_link_id}', {
        service_id: serviceId,
        device_link_id: linkId,
      }),
    ),
  )

/** What a link is for; and how its device is, for the browser that has the device's key. Spends nothing. */
export const linkQuery = (token: string, publicKey: string | null) =>
  queryOptions({
    queryKey: ['device-link', token, publicKey],
    queryFn: () => post('/api/v1/device-links/look-up', { token, publicKey }, AS_VISITOR),
    staleTime: 0,
  })

/** The device of a link while it is being set up: asked until it is connected, and no more once that is refused. */
export const useLinkedDevice = (token: string, publicKey: string) =>
  useQuery({
    ...linkQuery(token, publicKey),
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return false
      return LOOK_EVERY[state.data?.setup?.device.connected ? 'running' : 'waiting']
    },
  })

export const useLink = (token: string) =>
  useMutation({
    mutationFn: (publicKey: string) => post('/api/v1/device-links/use', { token, publicKey }, AS_VISITOR),
  })
