import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useSecondsLeft } from '../countdown'

interface ResendButtonProps {
  /** Before this moment the server refuses; `null` when it may be pressed at once. */
  resendAt: number | null
  loading: boolean
  onResend: () => void
}

/** A new code is also how the time is extended (KWCAG: adjustable time limits). */
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
