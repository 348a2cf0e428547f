import { useCallback, useState } from 'react'

/** Whether what this box holds is no wider than the box, watched; the ref goes to the box, whose only child is measured. */
export function useFits() {
  const [fits, setFits] = useState(true)
  const ref = useCallback((box: HTMLElement | null) => {
    const inner = box?.firstElementChild
    if (!box || !inner || typeof ResizeObserver === 'undefined') return
    const watcher = new ResizeObserver(() => setFits(inner.scrollWidth <= box.clientWidth + 1))
    watcher.observe(box)
    watcher.observe(inner)
    return () => watcher.disconnect()
  }, [])
  return [ref, fits] as const
}
