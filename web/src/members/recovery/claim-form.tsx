import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { TextField } from '../../ui/field'
import { EMAIL_INPUT } from '../contact-inputs'
import { Form, inputOf, showRefusal } from '../form'
import { useRetryWait } from '../retry-wait'
import * as rules from '../rules'
import type { Claim } from './queries'

interface ClaimFormProps {
  /** Also asks for the login id, to reset a password. */
  withId?: boolean
  initial: Claim | null
  onAsk: (claim: Claim) => Promise<void>
}

export function ClaimForm({ withId = false, initial, onAsk }: ClaimFormProps) {
  const wait = useRetryWait()
  const form = useForm<Claim>({ shouldFocusError: false, ...(initial && { defaultValues: initial }) })
  const { errors, isSubmitting } = form.formState

  async function ask({ mberNm, mberId, email }: Claim) {
    try {
      await onAsk({
        mberNm: mberNm.normalize('NFC').trim(),
        email: email.trim(),
        ...(mberId !== undefined && { mberId: mberId.trim() }),
      })
    } catch (error) {
      wait.noteRefusal(error)
      showRefusal(form, error)
    }
  }

  return (
    <Form form={form} onSubmit={ask} className="mt-6 grid gap-5">
      <TextField
        label="이름"
        autoComplete="name"
        maxLength={180}
        {...inputOf(form, 'mberNm', { validate: rules.checkName })}
      />
      {withId && (
        <TextField
          label="아이디"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          {...inputOf(form, 'mberId', { validate: (id) => rules.checkId(id?.trim() ?? '') })}
        />
      )}
      <TextField
        label="이메일"
        help="가입할 때 입력한 이메일 주소로 인증번호를 보내 드립니다."
        {...EMAIL_INPUT}
        {...inputOf(form, 'email', { validate: rules.checkEmail })}
      />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      <Button type="submit" wide disabled={wait.secondsLeft > 0} loading={isSubmitting}>
        {wait.secondsLeft > 0 ? (
          <span className="figures">{wait.secondsLeft}초 후 가능</span>
        ) : (
          '인증번호 받기'
        )}
      </Button>
    </Form>
  )
}
