import { useState } from 'react'

/** What is ticked: some rows, or everything that the filters find, of which no more than one page is in sight. */
export interface Selection {
  ids: ReadonlySet<string>
  isWhole: boolean
}

const NONE: Selection = { ids: new Set(), isWhole: false }

/** Other filters are another set, so they tick nothing. */
export function useSelection(filtered: string) {
  const [kept, setKept] = useState({ filtered, selection: NONE })
  const selection = kept.filtered === filtered ? kept.selection : NONE
  const set = (next: Selection) => setKept({ filtered, selection: next })
  return {
    selection,
    isTicked: (id: string) => selection.isWhole || selection.ids.has(id),
    clear: () => set(NONE),
    tickWhole: () => set({ ids: new Set(), isWhole: true }),
    /** Ticks these rows, or unticks them where all of them are ticked. Out of the whole set it leaves what is in sight. */
    toggle(ids: string[], inSight: string[]) {
      const next = new Set(selection.isWhole ? inSight : selection.ids)
      const isOff = ids.every((id) => next.has(id))
      for (const id of ids) isOff ? next.delete(id) : next.add(id)
      set({ ids: next, isWhole: false })
    },
  }
}

export type Ticks = ReturnType<typeof useSelection>
