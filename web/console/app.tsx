import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import { type DataRouter, type RouteObject, RouterProvider } from 'react-router'
import { makeQueryClient } from '../src/api/queries'
import { Navigate, NavigatorContext } from '../src/ui/navigate'
import { ENTRIES } from './frame/entries'
import { Guarded } from './frame/guarded'
import { screensOf } from './frame/navigation'
import { pathOf, type Screen, Screens, useScreens } from './frame/screen'
import { NoPermission, NotFound, RouteError } from './frame/screen-error'
import { sessionEnded, sessionQuery, useMay } from './frame/session'
import { Shell } from './frame/shell'
import { TableSkeleton } from './frame/table-skeleton'

/** The first screen of the navigation that somebody may see. */
function First() {
  const screens = useScreens()
  const may = useMay()
  const first = ENTRIES.flatMap(({ name }) => screensOf(screens, name, may))[0]
  return first ? <Navigate to={pathOf(first)} replace /> : <NoPermission title="콘솔" />
}

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  async lazy() {
    const { Component } = await screen.lazy()
    return { element: <Guarded screen={screen} Component={Component} /> }
  },
})

const openTo = (path: string, load: () => Promise<{ Component: ComponentType }>): RouteObject => ({
  path: `/console/${path}`,
  errorElement: <RouteError />,
  HydrateFallback: Waiting,
  lazy: load,
})

function Waiting() {
  return <TableSkeleton label="콘솔" />
}

/** The routes of the console: what is open without a login, and the screens within the shell. */
export const routesOf = (screens: Screen[]): RouteObject[] => [
  openTo('login', () => import('./login/login.screen')),
  openTo('invitation', () => import('./invitation/invitation.screen')),
  {
    path: '/console',
    element: <Shell />,
    errorElement: <RouteError />,
    HydrateFallback: Waiting,
    children: [
      {
        // Within the shell, which stays around a screen that fails.
        errorElement: <RouteError />,
        children: [
          { index: true, element: <First /> },
          ...screens.map(routeOf),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]

/** The cache of the console. A session that ends under somebody's hands has the login open over the page. */
export function makeConsoleClient(): QueryClient {
  const client: QueryClient = makeQueryClient(() => {
    // Without anybody known there is no page to keep: the shell leads to the login.
    if (client.getQueryData(sessionQuery.queryKey)) sessionEnded.set(true)
  })
  return client
}

interface AppProps {
  client: QueryClient
  router: DataRouter
  screens: Screen[]
}

export function App({ client, router, screens }: AppProps) {
  const navigator = useMemo(
    () => ({
      push: (to: string) => void router.navigate(to),
      replace: (to: string) => void router.navigate(to, { replace: true }),
    }),
    [router],
  )
  return (
    <QueryClientProvider client={client}>
      <Screens value={screens}>
        <NavigatorContext value={navigator}>
          <RouterProvider router={router} />
        </NavigatorContext>
      </Screens>
    </QueryClientProvider>
  )
}
