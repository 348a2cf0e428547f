import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AS_VISITOR, callOutside, post } from '../api/client'
import { path } from '../api/path'
import { apiQuery } from '../api/queries'
import type { CertificateRequest, PublishedKeys } from '../api/types'
import { KEYS_FILE } from './pages-lead-to'

/** Issues a certificate, or finds the one that was issued today for the same. */
export function useIssue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: CertificateRequest) => post('/api/v1/certificates', request),
    onSuccess: () =>
      client.removeQueries({ predicate: ({ queryKey }) => /\/certificates/.test(String(queryKey[0])) }),
  })
}

/** What is signed under a number; it is sent in the body, which no log has. */
export const useVerify = () =>
  useMutation({ mutationFn: (number: string) => post('/api/v1/verify', { number }, AS_VISITOR) })

/** Where this browser comes from. Asked by the browser only, and anew wherever it is shown. */
export const myAddressQuery = { ...apiQuery(path('/api/v1/my-ip', {})), staleTime: 0, retry: false }

/** Has the shop sign that this browser comes from its address now. */
export const useProof = () => useMutation({ mutationFn: () => post('/api/v1/my-ip/proof') })

/** The shop's public keys, old ones too. */
export const publicKeys = () => callOutside<PublishedKeys>('get', KEYS_FILE)
