import { clock, spoken } from '../../korean/durations'
import { classes } from '../../ui/classes'
import { useSecondsLeft } from '../../ui/seconds-left'

/** Screen readers announce only these seconds: announcing each one would disturb the typing. */
const ANNOUNCED_AT = [60, 30, 10]

/** Counts down a code on the screen, and now and then for screen readers. */
export function TimeLeft({ until }: { until: number }) {
  const seconds = useSecondsLeft(until)
  const announced = ANNOUNCED_AT.findLast((moment) => seconds <= moment)
  return (
    <>
      <span
        role="timer"
        aria-live="off"
        className={classes('figures', seconds <= 30 ? 'font-semibold text-danger' : 'text-ink-2')}
      >
        남은 시간 {clock(seconds)}
      </span>
      <span role="status" className="sr-only">
        {seconds === 0
          ? '입력 시간이 지났습니다. 인증번호를 다시 받아 주세요.'
          : announced !== undefined && `입력 시간이 ${spoken(announced)} 남았습니다.`}
      </span>
    </>
  )
}
