import { useEffect, useState } from 'react'
import type { MadeSubId } from '../api/types'
import { useMember } from '../members'
import { stored } from '../ui/browser-storage'
import { KEPT_IN_TAB } from './paths'

/** What is typed for a new sub-id. */
export interface Draft {
  loginId: string
  name: string
  lastDay: string
}

export const NO_DRAFT: Draft = { loginId: '', name: '', lastDay: '' }

/** What the server says once or not yet knows, so that it would be lost with the page. */
interface Kept {
  /** New sub-ids whose links are still to be sent. */
  made: MadeSubId[]
  /** New links of sub-ids that there were before, at most one of each. */
  renewed: MadeSubId[]
  /** The lines of many that are still to be made. */
  csv: string
  /** The one that is still to be made. */
  draft: Draft
}

const NOTHING: Kept = { made: [], renewed: [], csv: '', draft: NO_DRAFT }

// In this tab alone, as long as it is open: on a phone a page is loaded anew when its owner comes back from the messenger.
const tab = stored<Omit<Kept, 'draft'> & { draft?: Draft; owner: string }>('sessionStorage', KEPT_IN_TAB)

const notOver = ({ link }: MadeSubId) => Date.parse(link.expiresAt) > Date.now()

function keptBy(owner: string): Kept {
  const found = tab.get()
  if (found?.owner !== owner) return NOTHING
  const { made, renewed, csv, draft = NO_DRAFT } = found
  return { made: made.filter(notOver), renewed: renewed.filter(notOver), csv, draft }
}

export const isTyped = (draft: Draft) => Object.values(draft).some((value) => value !== '')

/** Whether it is there after a reload: a browser may have its storage switched off. */
function keep(owner: string, kept: Kept): boolean {
  const isEmpty = kept.made.length + kept.renewed.length === 0 && kept.csv === '' && !isTyped(kept.draft)
  tab.set(isEmpty ? null : { owner, ...kept })
  return isEmpty || tab.get() !== null
}

/** What this tab keeps for the owner who is logged in, until that is done. It is gone with the session (`shell/session.ts`). */
export function useKept() {
  const owner = useMember()?.mberId ?? ''
  const [kept, setKept] = useState(NOTHING)
  const [isStored, setStored] = useState(true)
  // After hydration, because the server drew the page without it.
  useEffect(() => setKept(keptBy(owner)), [owner])

  const change = (part: Partial<Kept>) => {
    const next = { ...kept, ...part }
    setKept(next)
    setStored(keep(owner, next))
  }
  return { ...kept, isStored, change }
}
