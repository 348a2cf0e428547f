import { State } from '../frame/state'
import type { Level, PartName, Progress } from './queries'
import { LEVEL_TONES, LEVELS, partsInWords, progressWord } from './words'

/** An announcement as it is written. */
export interface Shown {
  title: string
  parts: PartName[]
  level: Level
  state: Progress
  words: string
}

interface AsShownProps extends Shown {
  /** It is told of for the first time. */
  isNew?: boolean
}

/** An announcement as customers will read it on the page. */
export function AsShown({ title, parts, level, state, words, isNew = false }: AsShownProps) {
  const isOver = state === 'over'
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-caption text-ink-2">고객에게 이렇게 보입니다</figcaption>
      <article className="grid gap-3 rounded-card border border-line bg-surface p-4 text-small">
        <header className="grid gap-1">
          <p className="break-words font-semibold text-body">{title}</p>
          <div className="flex flex-wrap items-center gap-x-3">
            <State tone={isOver ? 'ok' : LEVEL_TONES[level]}>{isOver ? '해결' : LEVELS[level]}</State>
            <span className="text-caption text-ink-2">{partsInWords(parts)}</span>
          </div>
        </header>
        <div className="border-line border-l-2 pl-3">
          <strong className="font-semibold">{progressWord(level, state)}</strong>
          <span className="ml-2 text-caption text-ink-2">지금</span>
          <p className="whitespace-pre-line break-words">{words}</p>
        </div>
        {!isNew && <p className="text-caption text-ink-2">앞에서 알린 글은 이 아래에 그대로 남습니다.</p>}
      </article>
    </figure>
  )
}
