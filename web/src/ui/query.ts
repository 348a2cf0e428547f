import { useMemo } from 'react'
import { useLocation } from 'react-router'

/** The query parameters of the current address. */
export function useQueryString(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
