import type { RefObject } from 'react'
import { useKeys } from './keys'

/** `j` and `k` move the focus from row to row, `x` ticks the one that has it. */
export function useRowKeys(body: RefObject<HTMLElement | null>, tick: (id: string) => void) {
  const rows = () => [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const current = () => rows().findIndex((row) => row.contains(document.activeElement))

  function move(step: number) {
    const all = rows()
    const at = current()
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
