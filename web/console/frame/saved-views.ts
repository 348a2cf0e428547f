import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { API } from './calls'
import { optionalQuery } from './queries'
import type { Items } from './types'
import type { ListAddress } from './use-list-address'

export interface View {
  id: number
  name: string
  query: string
  shared: boolean
  mine: boolean
  /** The list opens with it, for whoever is logged in. */
  isDefault: boolean
}

export const VIEWS = `${API}/views`

export const viewsPath = (screen: string) => `${VIEWS}?screen=${encodeURIComponent(screen)}`

export const viewsQuery = (screen: string) => optionalQuery<Items<View>>(viewsPath(screen))

/** Opens a list with its default view, and tells whether it is not known yet which view that is. */
export function useDefaultView(screen: string, { isBare, arrive }: ListAddress): boolean {
  const { data, isPending } = useQuery(viewsQuery(screen))
  const view = data?.items.find(({ isDefault }) => isDefault)?.query
  useEffect(() => {
    if (isBare && view) arrive(view)
  }, [isBare, view, arrive])
  return isBare && (isPending || view !== undefined)
}
