import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { path } from '../../src/api/path'
import { post } from '../frame/calls'

const EVERY = 15_000

/** Says every few seconds that the inquiry is open here, and hears who else has it, and whether there is a newer message. */
export function usePresence(id: number, isWriting: boolean) {
  const address = path('/api/v1/console/inquiries/{id}/presence', { id })
  const writing = useRef(isWriting)
  const query = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) =>
      post(address, { isHere: true, isWriting: writing.current }, { signal, quiet: true }),
    refetchInterval: EVERY,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { refetch } = query

  // Others hear at once that somebody has begun to write.
  useEffect(() => {
    if (writing.current === isWriting) return
    writing.current = isWriting
    refetch()
  }, [isWriting, refetch])

  useEffect(
    () => () => {
      post(address, { isHere: false, isWriting: false }, { quiet: true }).catch(() => {
        // It ends by itself, soon.
      })
    },
    [address],
  )
  return query.data
}
