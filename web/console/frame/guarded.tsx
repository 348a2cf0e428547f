import type { ComponentType } from 'react'
import type { Screen } from './screen'
import { NoPermission } from './screen-error'
import { useMay } from './session'

/** A screen, for whoever may see it. The server decides by itself: this only says it better. */
export function Guarded({ screen, Component }: { screen: Screen; Component: ComponentType }) {
  const may = useMay()
  return may(screen.permission) ? <Component /> : <NoPermission title={screen.title} />
}
