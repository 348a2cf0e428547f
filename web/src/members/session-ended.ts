import type { Member } from '../api/types'
import { store } from '../ui/store'

/** Whether the session ended over something unfinished: the login then opens over the page (`login/login-again.tsx`). */
export const sessionEnded = store(false)

/** Forms, and what is shown once (`data-once`). A search is neither. */
const UNFINISHED = 'main form:not(search form), main [data-once], dialog[open] form'

/** Whether a member whose session ended would lose something by leaving the page. Whoever only looks has nothing to lose. */
export const hasUnfinished = (member: Member | null | undefined) =>
  Boolean(member && member.kind !== 'acting' && !member.lookUntil && document.querySelector(UNFINISHED))
