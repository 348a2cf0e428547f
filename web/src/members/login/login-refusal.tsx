import { clock } from '../../korean/durations'
import { Callout } from '../../ui/callout'
import { asksSecondFactor } from './queries'

interface LoginRefusalProps {
  login: { error: Error | null; isSuccess: boolean }
  /** Seconds until a locked login may be tried again. */
  secondsLeft: number
}

/** Why the login failed. A lock is counted down without being announced each second. */
export function LoginRefusal({ login, secondsLeft }: LoginRefusalProps) {
  if (login.isSuccess)
    return (
      <Callout tone="danger">
        브라우저가 쿠키를 받지 않아 로그인하지 못했습니다. 쿠키를 허용한 뒤 다시 시도해 주세요.
      </Callout>
    )
  if (!login.error || asksSecondFactor(login.error)) return null
  return (
    <Callout tone="danger">
      {login.error.message}
      {secondsLeft > 0 && (
        <span role="timer" aria-live="off" className="figures block font-semibold">
          다시 시도할 수 있을 때까지 {clock(secondsLeft)}
        </span>
      )}
    </Callout>
  )
}
