import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { codeOf, Problem } from '../../api/problem'
import type { Reset } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Checkbox } from '../../ui/checkbox'
import { CodeInput, isCode } from '../../ui/code-input'
import { useSecondsLeft } from '../../ui/seconds-left'
import { Form, inputOf, showRefusal } from '../form'
import { NewPasswordFields } from '../new-password-fields'
import { CodeTimes, LATE, MISSING_CODE } from '../verification/code-entry'
import { type ResetProof, useConfirmReset } from './queries'
import { TYPE_CODE } from './recovery-page'
import type { Asked, useRecovery } from './use-recovery'

interface NewPasswordFormProps {
  recovery: ReturnType<typeof useRecovery>
  asked: Asked
  onDone: (reset: Reset) => void
  /** All is right, but the terms were never agreed to. */
  onMustAgree: (proof: ResetProof) => void
}

interface Values {
  code: string
  mberPw: string
  passwordAgain: string
  removesPasskeys: boolean
}

/** Sends the code and the new password in one request, so that a code alone gives no access. */
export function NewPasswordForm({ recovery, asked, onDone, onMustAgree }: NewPasswordFormProps) {
  const confirming = useConfirmReset()
  const form = useForm<Values>({ shouldFocusError: false, defaultValues: { removesPasskeys: true } })
  const { setFocus } = form
  const isLate = useSecondsLeft(asked.expiresAt) === 0
  const owner = { id: asked.claim.mberId ?? '' }
  const { error, ...code } = inputOf(form, 'code', { validate: (typed) => isCode(typed) || MISSING_CODE })
  const refusal = form.formState.errors.root?.message ?? recovery.resendError

  // biome-ignore lint/correctness/useExhaustiveDependencies: each newly sent code moves the focus to its field
  useEffect(() => setFocus('code', { shouldSelect: true }), [asked.verificationId])

  function resend() {
    form.clearErrors('code')
    recovery.ask(asked.claim).catch(() => undefined) // shown below, as `resendError`
  }

  async function save({ code, mberPw, removesPasskeys }: Values) {
    const proof = { verificationId: asked.verificationId, code, mberPw, keepPasskeys: !removesPasskeys }
    try {
      onDone(await confirming.mutateAsync(proof))
    } catch (error) {
      if (codeOf(error) === 'agreements_missing') onMustAgree(proof)
      else if (error instanceof Problem && error.status === 409) {
        form.setError('code', { message: error.detail })
        recovery.expire()
      } else showRefusal(form, error)
    }
  }

  return (
    <Form form={form} onSubmit={save} className="mt-6 grid gap-5">
      <div>
        <CodeInput
          label="인증번호"
          help={TYPE_CODE}
          readOnly={isLate}
          error={error ?? (isLate ? LATE : undefined)}
          {...code}
        />
        <CodeTimes
          expiresAt={asked.expiresAt}
          resendAt={recovery.resendAt}
          isSending={recovery.isAsking}
          onResend={resend}
        />
      </div>
      <NewPasswordFields label="새 비밀번호" form={form} owner={owner} />
      <Checkbox
        label={
          <>
            등록된 패스키도 모두 삭제 (권장)
            <span className="block text-caption text-ink-2">
              다른 사람이 등록한 패스키가 있으면 비밀번호를 바꿔도 로그인할 수 있습니다.
            </span>
          </>
        }
        {...form.register('removesPasskeys')}
      />
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <Button type="submit" wide disabled={isLate} loading={confirming.isPending}>
        비밀번호 변경
      </Button>
    </Form>
  )
}
