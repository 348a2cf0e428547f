import {
  ANNOUNCED,
  LEVEL_TONES,
  LEVELS,
  PARTS,
  PROGRESS,
  TONES,
  STATES as WORDS,
} from '../../generated/words/status'
import { tags } from '../../src/ui/tags'
import type { Level, PartName, Progress } from './queries'

export { LEVEL_TONES, LEVELS, PARTS }
export const STATES = tags(WORDS, TONES)

/** What is announced has no cause to be found. */
export const progressWord = (level: Level, state: Progress) =>
  (level === 'notice' ? ANNOUNCED : PROGRESS)[state]

/** What may be chosen: of an announcement there is one word for the first two. */
export const progressOptions = (level: Level): Progress[] =>
  level === 'notice' ? ['known', 'watching', 'over'] : ['looking', 'known', 'watching', 'over']

export const partsInWords = (parts: PartName[]) => parts.map((part) => PARTS[part]).join(', ')
