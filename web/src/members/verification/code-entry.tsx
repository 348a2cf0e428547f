import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { CodeInput, codeOf, isCode } from '../../ui/code-input'
import { useSecondsLeft } from '../../ui/seconds-left'
import { ResendButton } from './resend-button'
import { TimeLeft } from './time-left'

interface CodeEntryProps {
  /** A sentence that says where the code was sent. */
  sentTo: ReactNode
  expiresAt: number
  resendAt: number | null
  isSending: boolean
  isConfirming: boolean
  error: string | undefined
  onResend: () => void
  onConfirm: (code: string) => void
}

export const MISSING_CODE = '인증번호 6자리를 입력해 주세요.'
export const LATE = '입력 시간이 지났습니다. 인증번호를 다시 받아 주세요.'

/** The field for a code that was sent. It stands inside another form, so Enter confirms only the code. */
export function CodeEntry(props: CodeEntryProps) {
  const { sentTo, expiresAt, resendAt, isSending, isConfirming, error, onResend, onConfirm } = props
  const input = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const isLate = useSecondsLeft(expiresAt) === 0

  useFocusOn(input, expiresAt, error)

  function confirm() {
    const code = codeOf(input.current?.value ?? '')
    setMissing(!isCode(code))
    if (isCode(code)) onConfirm(code)
    else input.current?.focus()
  }

  function confirmOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isLate && !isConfirming) confirm()
  }

  return (
    <div className="rounded-control bg-surface p-4">
      <CodeInput
        ref={input}
        label="인증번호"
        help={sentTo}
        error={error ?? (isLate ? LATE : missing ? MISSING_CODE : undefined)}
        readOnly={isLate}
        onKeyDown={confirmOnEnter}
        onInput={() => setMissing(false)}
        trailing={
          <Button kind="quiet" size="field" disabled={isLate} loading={isConfirming} onClick={confirm}>
            확인
          </Button>
        }
      />
      <CodeTimes {...{ expiresAt, resendAt, isSending, onResend }} />
    </div>
  )
}

interface CodeTimesProps {
  expiresAt: number
  resendAt: number | null
  isSending: boolean
  onResend: () => void
}

/** How long a code still holds, and the button for a new one. */
export function CodeTimes({ expiresAt, resendAt, isSending, onResend }: CodeTimesProps) {
  return (
    <div className="mt-1 flex min-h-11 items-center justify-between gap-4 text-caption">
      <TimeLeft until={expiresAt} />
      <ResendButton resendAt={resendAt} loading={isSending} onResend={onResend} />
    </div>
  )
}

/** Focuses the field when a code was sent, and selects its text when the code was refused. */
function useFocusOn(input: RefObject<HTMLInputElement | null>, expiresAt: number, error: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new code and each refusal moves the focus
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [expiresAt, error])
}
