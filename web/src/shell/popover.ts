import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tracks a popover that the browser itself opens and closes, and closes it when the page changes. */
export function usePopover() {
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  const page = useRef(key)

  useEffect(() => {
    const element = panel.current
    if (!element) return
    const update = () => setOpen(element.matches(':popover-open'))
    // It may have been opened before the script came.
    update()
    element.addEventListener('toggle', update)
    return () => element.removeEventListener('toggle', update)
  }, [])

  useEffect(() => {
    if (page.current === key) return
    page.current = key
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }, [key])

  return { panel, isOpen }
}
