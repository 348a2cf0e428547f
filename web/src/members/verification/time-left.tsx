import { classes } from '../../ui/classes'
import { clock, spoken, useSecondsLeft } from '../countdown'

/** Said aloud only at these moments: a voice that counts every second lets nobody type. */
const SAID_AT = [60, 30, 10]

/** The time a code still has, for the eye every second and for the ear now and then. */
export function TimeLeft({ until }: { until: number }) {
  const seconds = useSecondsLeft(until)
  const said = SAID_AT.findLast((moment) => seconds <= moment)
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
          : said !== undefined && `입력 시간이 ${spoken(said)} 남았습니다.`}
      </span>
    </>
  )
}
