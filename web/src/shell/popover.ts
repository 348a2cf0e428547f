import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Follows a popover that the browser opens and closes by itself, and closes it when the page changes. */
export function usePopover() {
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()

  useEffect(() => {
    const element = panel.current
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open')
    element?.addEventListener('toggle', follow)
    return () => element?.removeEventListener('toggle', follow)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what tells that the page changed
  useEffect(() => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }, [key])

  return { panel, isOpen }
}
