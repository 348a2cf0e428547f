import { type ComponentType, createContext, useContext } from 'react'
import type { EntryName } from './entries'

/**
 * One screen of the console. A folder declares its own in its `screens.ts`, and `console/screens.ts` collects them; that is
 * all that it takes for a route of its own chunk, an entry in the navigation, a line in the palette, and the permission:
 *
 *     export const screens: Screen[] = [
 *       { path: 'orders', title: '주문·결제', permission: 'orders.view', nav: 'orders', lazy: () => import('./orders.screen') },
 *       { path: 'orders/:id', title: '주문', permission: 'orders.view', lazy: () => import('./order.screen') },
 *     ]
 *
 * The module exports `Component`. Query and fragment of the address are the screen's own (`useListAddress`).
 */
export interface Screen {
  /** Behind `/console/`, as React Router writes it. */
  path: string
  title: string
  /** What it takes to see it; `null` where being logged in is enough. */
  permission: string | null
  /** Under which entry of the navigation it stands; without it, other screens lead to it. */
  nav?: EntryName
  /** Other words that find it in the palette. */
  words?: string
  /** Things to do on it that the palette leads to by name: a query of its address opens them. */
  jumps?: { title: string; query: string; permission: string | null }[]
  lazy: () => Promise<{ Component: ComponentType }>
}

export const pathOf = ({ path }: Pick<Screen, 'path'>) => `/console/${path}`

/** All screens of the console, for navigation and palette, which stand below them. */
export const Screens = createContext<Screen[]>([])

export const useScreens = () => useContext(Screens)
