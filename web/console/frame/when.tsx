import { useSyncExternalStore } from 'react'
import { ago, dayAndTime } from '../../src/korean/dates'

const MINUTE = 60_000
const listeners = new Set<() => void>()
let minute = Math.floor(Date.now() / MINUTE)

function subscribe(listener: () => void) {
  listeners.add(listener)
  const timer = setInterval(() => {
    minute = Math.floor(Date.now() / MINUTE)
    listener()
  }, MINUTE)
  return () => {
    clearInterval(timer)
    listeners.delete(listener)
  }
}

/** `3일 후` or `3일 전`, within a week as people count; before that the day itself. */
export function relative(moment: string, now: Date): string {
  const minutes = Math.ceil((new Date(moment).getTime() - now.getTime()) / MINUTE)
  if (minutes <= 0) {
    const days = Math.floor(-minutes / 60 / 24)
    return days >= 1 && days < 7 ? `${days}일 전` : ago(moment, now)
  }
  if (minutes < 60) return `${minutes}분 후`
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)}시간 후`
  return `${Math.round(minutes / 60 / 24)}일 후`
}

/**
 * A moment as people say it; pointing at it, or the focus in its row, shows the exact one in Korean time. In a table both take
 * the same place, so that no column moves.
 */
export function When({ at, empty = '–' }: { at: string | null | undefined; empty?: string }) {
  useSyncExternalStore(subscribe, () => minute)
  if (!at) return <span className="text-ink-3">{empty}</span>
  const swapped =
    'max-sm:hidden not-in-[td]:hidden invisible group-hover/when:visible group-focus-within/row:visible'
  return (
    <time
      dateTime={at}
      title={`${dayAndTime(at)} (서울)`}
      className="group/when figures whitespace-nowrap sm:in-[td]:inline-grid sm:in-[td]:*:[grid-area:1/1]"
    >
      <span className="sm:in-[td]:group-hover/when:invisible sm:in-[td]:group-focus-within/row:invisible">
        {relative(at, new Date())}
      </span>
      <span aria-hidden="true" className={swapped}>
        {dayAndTime(at)}
      </span>
    </time>
  )
}
