import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useSecondsLeft } from '../../ui/seconds-left'

interface ResendButtonProps {
  /** The moment before which the server refuses; `null` if there is none. */
  resendAt: number | null
  loading: boolean
  onResend: () => void
}

/** Sends a new code, which also extends the time, as KWCAG demands (adjustable time limits). */
export function ResendButton({ resendAt, loading, onResend }: ResendButtonProps) {
  const wait = useSecondsLeft(resendAt)
  return (
    <Button
      kind="text"
      className={classes('-mr-2', wait > 0 && 'no-underline!')}
      disabled={wait > 0}
      loading={loading}
      onClick={onResend}
    >
      {wait > 0 ? <span className="figures">재전송 {wait}초 후 가능</span> : '재전송 · 시간 연장'}
    </Button>
  )
}
