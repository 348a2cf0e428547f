import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The router's own `Link` brings forms, fetchers and prefetching along: 5 kB that the home page has no use for.
 * This one does what we need: a plain click moves within the document, every other click is the browser's.
 */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  replace?: boolean
  /** Load a whole document, as after an error. */
  reloadDocument?: boolean
}

/** Without what stands behind the `?` or the `#`. */
export const pathOf = (to: string) => to.replace(/[?#].*/, '')

/** Not one that asks for another tab, a window or a file. */
export const isPlainClick = (event: MouseEvent, { target }: HTMLAnchorElement) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (target === '' || target === '_self')

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
        // To where we already are: a second entry in the history would be a trap for the back button.
        const isHere = to === window.location.pathname + window.location.search + window.location.hash
        navigate(to, { replace: replace || isHere })
      }}
    />
  )
}

/** A link that knows when it leads to the page shown, whichever page of its list that is. */
export function MenuLink(props: LinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={pathOf(props.to) === pathname ? 'page' : undefined} />
}
