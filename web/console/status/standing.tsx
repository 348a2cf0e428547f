import { State } from '../frame/state'
import type { Announcement } from './queries'
import { progressWord } from './words'

/** How far an announcement has come, in the word that customers read. */
export function Standing({ level, state }: Pick<Announcement, 'level' | 'state'>) {
  return <State tone={state === 'over' ? 'ok' : 'warn'}>{progressWord(level, state)}</State>
}
