import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useKeys } from './keys'

/** The row that had the focus last, by the entry of the history: whoever goes back to a list goes on from there. */
const left = new Map<string, string>()

/** `j` and `k` move the focus from row to row, `x` ticks the one that has it. */
export function useRowKeys(body: RefObject<HTMLElement | null>, tick: (id: string) => void) {
  const { key } = useLocation()
  const rows = () => [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const current = () => rows().findIndex((row) => row.contains(document.activeElement))

  useEffect(() => {
    const element = body.current
    const noted = ({ target }: FocusEvent) => {
      const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
      if (row !== undefined) left.set(key, row)
    }
    element?.addEventListener('focusin', noted)
    return () => element?.removeEventListener('focusin', noted)
  }, [body, key])

  function move(step: number) {
    const all = rows()
    const focused = current()
    const at = focused === -1 ? all.findIndex((row) => row.dataset.row === left.get(key)) : focused
    const next =
      at === -1 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)
    const link = all[next]?.querySelector<HTMLElement>('td a')
    link?.focus()
    link?.scrollIntoView?.({ block: 'nearest' })
  }

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const id = rows()[current()]?.dataset.row
      if (id !== undefined) tick(id)
    },
  })
}
