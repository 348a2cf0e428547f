import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Problem } from '../../api/problem'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { CodeInput, isCode } from '../../ui/code-input'
import { useSecondsLeft } from '../countdown'
import { Form, inputOf, showRefusal } from '../form'
import { NewPasswordFields } from '../new-password-fields'
import { CodeTimes, LATE, MISSING_CODE } from '../verification/code-entry'
import { useConfirmReset } from './queries'
import { TYPE_CODE } from './recovery-page'
import type { Asked, useRecovery } from './use-recovery'

interface NewPasswordFormProps {
  recovery: ReturnType<typeof useRecovery>
  asked: Asked
  onDone: () => void
}

interface Values {
  code: string
  mberPw: string
  passwordAgain: string
}

/** Sends the code and the new password in one request, so that a code alone gives no access. */
export function NewPasswordForm({ recovery, asked, onDone }: NewPasswordFormProps) {
  const confirming = useConfirmReset()
  const form = useForm<Values>({ shouldFocusError: false })
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

  async function save({ code, mberPw }: Values) {
    try {
      await confirming.mutateAsync({ verificationId: asked.verificationId, code, mberPw })
      onDone()
    } catch (error) {
      if (error instanceof Problem && error.status === 409) {
        form.setError('code', { message: error.detail })
        recovery.expire()
      } else showRefusal(form, error)
    }
  }

  return (
    <Form form={form} method="post" onSubmit={save} className="mt-6 grid gap-5">
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
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <Button type="submit" wide disabled={isLate} loading={confirming.isPending}>
        비밀번호 변경
      </Button>
    </Form>
  )
}
