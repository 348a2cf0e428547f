import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { useNavigate } from './navigate'
import { isPlainClick } from './plain-click'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  replace?: boolean
  /** Load a new document instead of navigating within this one, as after an error. */
  reloadDocument?: boolean
}

/** An address without its query and fragment. */
export const pathOf = (to: string) => to.replace(/[?#].*/, '')

/**
 * Our own link, because the router's brings forms, fetchers and prefetching along: 5 kB that the home page can do
 * without. A plain click navigates within the document; any other click is left to the browser.
 */
export function Link({ to, replace = false, reloadDocument = false, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || reloadDocument || !isPlainClick(event, event.currentTarget)) return
        event.preventDefault()
        // A second history entry for the current address would trap the back button.
        const isHere = to === window.location.pathname + window.location.search + window.location.hash
        navigate(to, { replace: replace || isHere })
      }}
    />
  )
}

/** A link marked as current while its path is shown, whatever the query: page 2 of a list counts too. */
export function MenuLink(props: LinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={pathOf(props.to) === pathname ? 'page' : undefined} />
}
