import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Problem } from '../api/problem'
import type { Agreement } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { useHydrated } from '../ui/hydrated'
import { showToast } from '../ui/toast'
import { PasswordField } from './password-field'
import { useLogin, useSignUp } from './queries'
import { SignUpAgreements } from './sign-up-agreements'
import * as rules from './sign-up-rules'
import { isFieldName, type SignUpValues, toNewMember } from './sign-up-values'

interface SignUpFormProps {
  agreements: Agreement[]
  /** For the rare case that the new member cannot be logged in at once. */
  loginPath: string
}

/** When it succeeds the page sees the member and leads on by itself. */
export function SignUpForm({ agreements, loginPath }: SignUpFormProps) {
  const isHydrated = useHydrated()
  const navigate = useNavigate()
  const signUp = useSignUp()
  const login = useLogin()
  const form = useForm<SignUpValues>({ mode: 'onTouched', shouldFocusError: false })
  const { register, setError, formState } = form
  const errorOf = (name: keyof Omit<SignUpValues, 'agreements'>) => formState.errors[name]?.message

  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The first wrong field as the eye meets them; the form library knows them in another order.
    if (formState.submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [formState.submitCount])

  /** Every refusal stands at its field; what belongs to none is said at the button. */
  function showRefusal(error: unknown) {
    const fields = error instanceof Problem ? error.fields : []
    const shown = fields.filter(({ name }) => isFieldName(name, agreements))
    for (const { name, detail } of shown) setError(name as keyof SignUpValues, { message: detail })
    if (shown.length === 0 || shown.length < fields.length)
      setError('root', { message: error instanceof Error ? error.message : String(error) })
  }

  async function join(values: SignUpValues) {
    try {
      await signUp.mutateAsync(toNewMember(values, agreements))
    } catch (error) {
      showRefusal(error)
      return
    }
    try {
      await login.mutateAsync({ mberId: values.mberId, mberPw: values.mberPw })
      showToast('회원가입이 완료되었습니다.')
    } catch {
      showToast('회원가입이 완료되었습니다. 로그인해 주세요.')
      navigate(loginPath)
    }
  }

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={form.handleSubmit(join)}
      className="mt-8 grid gap-12"
    >
      <SignUpAgreements agreements={agreements} form={form} />
      <section className="grid gap-5">
        <h2 className="text-title-s">회원 정보</h2>
        <TextField
          label="아이디"
          help={rules.ID_RULE}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          error={errorOf('mberId')}
          {...register('mberId', { validate: rules.checkId })}
        />
        <PasswordField
          label="비밀번호"
          help={rules.PASSWORD_RULE}
          autoComplete="new-password"
          error={errorOf('mberPw')}
          {...register('mberPw', {
            validate: rules.checkPassword,
            onChange: () => void (form.getValues('passwordAgain') && form.trigger('passwordAgain')),
          })}
        />
        <PasswordField
          label="비밀번호 확인"
          autoComplete="new-password"
          error={errorOf('passwordAgain')}
          {...register('passwordAgain', { validate: (again, { mberPw }) => rules.checkSame(again, mberPw) })}
        />
        <TextField
          label="이름"
          autoComplete="name"
          maxLength={40}
          error={errorOf('mberNm')}
          {...register('mberNm', { validate: rules.checkName })}
        />
        <TextField
          label="휴대폰 번호"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="010-1234-5678"
          maxLength={20}
          error={errorOf('phone')}
          {...register('phone', { validate: rules.checkPhone })}
        />
        <TextField
          label="이메일"
          help="결제 내역과 이용 기간 만료 안내를 이 주소로 보내 드립니다."
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          error={errorOf('email')}
          {...register('email', { validate: rules.checkEmail })}
        />
      </section>
      <div className="grid gap-4">
        {formState.errors.root?.message && <Callout tone="danger">{formState.errors.root.message}</Callout>}
        <Button type="submit" wide disabled={!isHydrated} loading={signUp.isPending || login.isPending}>
          가입하기
        </Button>
      </div>
    </form>
  )
}
