import { useMemo } from 'react'
import { useLocation } from 'react-router'

/** What stands behind the `?` of this address. */
export function useQueryString(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
