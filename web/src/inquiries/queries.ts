import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { post, put } from '../api/client'
import { path } from '../api/path'
import { apiQuery } from '../api/queries'
import type { Inquiry, NewInquiry, NewInquiryMessage } from '../api/types'
import { inquiryApi } from './paths'

export const inquiryQuery = (id: number | string) => apiQuery(inquiryApi(id))

/** Drops all cached pages of the list, so that the next one shown is fetched again. */
const forgetLists = (client: QueryClient) =>
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/v1/inquiries?'),
  })

export function useAsk() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (inquiry: NewInquiry) => post('/api/v1/inquiries', inquiry),
    onSuccess: () => forgetLists(client),
  })
}

export function useReply(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: NewInquiryMessage) =>
      post(path('/api/v1/inquiries/{inquiry_id}/messages', { inquiry_id: id }), message),
    onSuccess: (inquiry) => {
      client.setQueryData(inquiryQuery(id).queryKey, inquiry)
      forgetLists(client)
    },
  })
}

/** Marks replies as seen. A failure is not shown: it makes no difference to the reader. */
export function useSee(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (messageId: number) =>
      put(path('/api/v1/inquiries/{inquiry_id}/seen', { inquiry_id: id }), { messageId }),
    onSuccess: () => {
      client.setQueryData(
        inquiryQuery(id).queryKey,
        (inquiry: Inquiry | undefined) => inquiry && { ...inquiry, hasNewReply: false },
      )
      forgetLists(client)
    },
  })
}
