import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { post, put } from '../api/client'
import { apiQuery } from '../api/queries'
import type { Inquiry, InquiryItem, NewInquiry, NewInquiryMessage, Page } from '../api/types'

const INQUIRIES = '/api/v1/inquiries'
const pathOf = (id: number | string) => `${INQUIRIES}/${id}`

export const inquiriesQuery = (page: number) => apiQuery<Page<InquiryItem>>(`${INQUIRIES}?page=${page}`)
export const inquiryQuery = (id: number | string) => apiQuery<Inquiry>(pathOf(id))

/** Whichever page of the list is shown next is read anew. */
const forgetLists = (client: QueryClient) =>
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`${INQUIRIES}?`),
  })

export function useAsk() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (inquiry: NewInquiry) => post<{ id: number }>(INQUIRIES, inquiry),
    onSuccess: () => forgetLists(client),
  })
}

export function useReply(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: NewInquiryMessage) => post<Inquiry>(`${pathOf(id)}/messages`, message),
    onSuccess: (inquiry) => {
      client.setQueryData(inquiryQuery(id).queryKey, inquiry)
      forgetLists(client)
    },
  })
}

/** What was on the screen is not new any more; that it could not be told is no matter for the reader. */
export function useSee(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (messageId: number) => put<null>(`${pathOf(id)}/seen`, { messageId }),
    onSuccess: () => {
      client.setQueryData(
        inquiryQuery(id).queryKey,
        (inquiry: Inquiry | undefined) => inquiry && { ...inquiry, hasNewReply: false },
      )
      forgetLists(client)
    },
  })
}
