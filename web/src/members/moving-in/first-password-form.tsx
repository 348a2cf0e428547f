import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { codeOf, isOutcomeUnknown } from '../../api/problem'
import { apiQuery } from '../../api/queries'
import { servicesPath } from '../../services/paths'
import { Button, ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Form, showRefusal } from '../form'
import { useLogin } from '../login/queries'
import { NewPasswordField } from '../new-password-fields'
import { SIGN_UP_AGREEMENTS_API } from '../paths'
import { SignUpAgreements } from '../sign-up/sign-up-agreements'
import { isFieldName, type SignUpValues } from '../sign-up/sign-up-values'
import { useLink } from './queries'
import { movingLink } from './token'

interface FirstPasswordFormProps {
  token: string
  loginId: string
}

/** The password and what is agreed to; then the services, in a new document, as whoever was logged in before. */
export function FirstPasswordForm({ token, loginId }: FirstPasswordFormProps) {
  const { data: agreements } = useSuspenseQuery(apiQuery(SIGN_UP_AGREEMENTS_API))
  const use = useLink()
  const login = useLogin()
  const form = useForm<SignUpValues>({ mode: 'onTouched', shouldFocusError: false })
  const isUnanswered = useRef(false)

  async function save({ mberPw, agreements: ticked }: SignUpValues) {
    const agreed = agreements.filter(({ key }) => ticked[key]).map(({ key, version }) => ({ key, version }))
    try {
      await use.mutateAsync({ token, mberPw, agreements: agreed })
    } catch (error) {
      // The answer to an earlier press may have been lost on the way: then the password is set, and opens the door.
      const isUsed = isUnanswered.current && codeOf(error) === 'moving_link_not_found'
      isUnanswered.current ||= error instanceof Error && isOutcomeUnknown(error)
      const isIn = isUsed && (await login.mutateAsync({ mberId: loginId, mberPw }).catch(() => false))
      if (isIn === false)
        return showRefusal(form, error, (name) => (isFieldName(name, agreements) ? name : undefined))
    }
    movingLink.set(null)
    // Not back to a link that is used up.
    window.location.replace(servicesPath(1))
  }

  const { errors } = form.formState
  const isBusy = use.isPending || use.isSuccess || login.isPending || login.isSuccess
  return (
    <Form form={form} onSubmit={save} className="grid gap-6">
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={loginId} readOnly hidden />
      <NewPasswordField label="비밀번호" form={form} owner={{ id: loginId, phone: null }} />
      <SignUpAgreements agreements={agreements} form={form} />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      {codeOf(use.error) === 'moving_link_not_found' && (
        <ButtonLink to="/login" kind="quiet" className="justify-self-start">
          로그인하러 가기
        </ButtonLink>
      )}
      <Button type="submit" wide loading={isBusy}>
        비밀번호 정하고 로그인
      </Button>
    </Form>
  )
}
