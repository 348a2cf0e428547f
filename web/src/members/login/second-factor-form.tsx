import { type FormEvent, useEffect, useRef, useState } from 'react'
import { codeOf, Problem } from '../../api/problem'
import { Button } from '../../ui/button'
import { CodeInput, isCode } from '../../ui/code-input'
import { TextField } from '../../ui/field'
import { useRetryWait } from '../retry-wait'
import { LoginRefusal } from './login-refusal'
import { type Credentials, useLogin } from './queries'

interface SecondFactorFormProps {
  credentials: Credentials
  onBack: () => void
  onDone?: (() => void) | undefined
}

const MISSING = { app: '인증 앱의 숫자 6자리를 입력해 주세요.', recovery: '복구 코드를 입력해 주세요.' }

/** The second step of a login: a code from the authenticator app, or a recovery code if the app is lost. */
export function SecondFactorForm({ credentials, onBack, onDone }: SecondFactorFormProps) {
  const login = useLogin()
  const wait = useRetryWait()
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the input at first and after each switch of kind
  useEffect(() => input.current?.focus(), [kind])

  function switchKind() {
    setKind(kind === 'app' ? 'recovery' : 'app')
    setError(undefined)
    login.reset()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (wait.secondsLeft > 0) return
    const otp = input.current?.value.trim() ?? ''
    const isComplete = kind === 'app' ? isCode(otp) : otp !== ''
    setError(isComplete ? undefined : MISSING[kind])
    if (!isComplete) return input.current?.focus()
    try {
      await login.mutateAsync({ ...credentials, otp })
      onDone?.()
    } catch (refusal) {
      wait.noteRefusal(refusal)
      if (refusal instanceof Problem && refusal.code === 'otp_wrong') setError(refusal.detail)
      input.current?.focus()
      input.current?.select()
    }
  }

  const isShownAtField = codeOf(login.error) === 'otp_wrong'
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-6 grid gap-5">
      <p className="text-ink-2">
        {kind === 'app'
          ? '2단계 인증을 사용 중입니다. 인증 앱에 표시된 숫자를 입력해 주세요.'
          : '2단계 인증을 켤 때 보관한 복구 코드 중 하나를 입력해 주세요. 한 번 쓴 코드는 다시 쓸 수 없습니다.'}
      </p>
      {kind === 'app' ? (
        <CodeInput ref={input} label="인증번호 6자리" error={error} />
      ) : (
        <TextField
          ref={input}
          label="복구 코드"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={error}
        />
      )}
      {!isShownAtField && <LoginRefusal login={login} secondsLeft={wait.secondsLeft} />}
      <Button type="submit" wide disabled={wait.secondsLeft > 0} loading={login.isPending}>
        확인
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button kind="text" className="-ml-2" onClick={onBack}>
          처음부터 다시
        </Button>
        <Button kind="text" className="-mr-2" onClick={switchKind}>
          {kind === 'app' ? '복구 코드 사용' : '인증 앱 사용'}
        </Button>
      </div>
    </form>
  )
}
