import { Check } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import type { Channel, Purpose } from '../../api/types'
import { withRo } from '../../korean/particles'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { useSecondsLeft } from '../../ui/seconds-left'
import type { Verdict } from '../rules'
import { CodeEntry } from './code-entry'
import type { Proof } from './proof'
import { useCode } from './use-code'

type VerifiableFieldProps = Omit<ComponentProps<typeof TextField>, 'trailing'> & {
  channel: Channel
  purpose: Purpose
  /** The current text of the field. */
  typed: string
  proof: Proof | null
  onProof: (proof: Proof) => void
  check: (typed: string) => Verdict
  /** Called instead of sending a code if the text fails `check`. */
  onWrong: (message: string) => void
}

const PLACE = { phone: '번호', mail: '주소' }

/** A phone number or address together with the proof that it is theirs. Changing it invalidates the proof. */
export function VerifiableField(props: VerifiableFieldProps) {
  const { channel, purpose, typed, proof, onProof, check, onWrong, error, ...field } = props
  const code = useCode({ channel, purpose, typed, proof, onProof: take })
  const wait = useSecondsLeft(code.sent ? null : code.resendAt)
  const place = useRef<HTMLDivElement>(null)

  const focusField = () => place.current?.querySelector('input')?.focus()

  function take(verified: Proof) {
    onProof(verified)
    focusField() // the focused field for the code disappears
  }

  function send() {
    const verdict = check(typed)
    if (verdict === true) {
      void code.send()
      return
    }
    onWrong(verdict)
    focusField()
  }

  return (
    <div ref={place} className="grid gap-3">
      <TextField
        {...field}
        error={error ?? code.sendError}
        trailing={
          code.isVerified ? (
            <Verified />
          ) : (
            !code.sent && (
              <Button kind="quiet" size="field" disabled={wait > 0} loading={code.isSending} onClick={send}>
                {wait > 0 ? <span className="figures">{wait}초 후 가능</span> : '인증번호 받기'}
              </Button>
            )
          )
        }
      />
      <p role="status" className="sr-only">
        {code.isVerified && '인증되었습니다.'}
      </p>
      {code.sent && (
        <CodeEntry
          sentTo={`${typed.trim()} ${withRo(PLACE[channel])} 보낸 숫자 6자리를 입력해 주세요.`}
          expiresAt={code.sent.expiresAt}
          resendAt={code.resendAt}
          isSending={code.isSending}
          isConfirming={code.isConfirming}
          error={code.codeError}
          onResend={code.send}
          onConfirm={code.confirm}
        />
      )}
    </div>
  )
}

function Verified() {
  return (
    <span className="flex shrink-0 items-center gap-1 px-2 font-semibold text-ok text-small">
      <Check aria-hidden="true" className="size-5" strokeWidth={2} />
      인증 완료
    </span>
  )
}
