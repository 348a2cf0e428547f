import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tracks a popover that the browser itself opens and closes, and closes it when the page changes. */
export function usePopover() {
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()

  useEffect(() => {
    const element = panel.current
    const update = (event: Event) => setOpen((event as ToggleEvent).newState === 'open')
    element?.addEventListener('toggle', update)
    return () => element?.removeEventListener('toggle', update)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means that the page changed
  useEffect(() => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }, [key])

  return { panel, isOpen }
}
