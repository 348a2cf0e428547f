import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../src/api/problem'
import { useSecondsLeft } from '../../src/ui/seconds-left'
import { Button } from './button'
import { get, post } from './calls'
import { CodeField, isSecondFactor } from './code-field'
import { Failure } from './failure'
import { TextField } from './field'
import { hasPasskeys, signWithPasskey } from './passkey'
import { PasswordField } from './password-field'
import type { Session } from './types'

const AS_VISITOR = { authenticated: false }

async function byPasskey() {
  const { challengeId, options } = await post(
    '/api/v1/console/session/passkey/challenge',
    undefined,
    AS_VISITOR,
  )
  const credential = await signWithPasskey(options)
  await post('/api/v1/console/session/passkey', { challengeId, credential }, AS_VISITOR)
}

/** Mail, password and code, or a passkey. On its own page, and over a page whose session has ended. */
export function LoginForm({
  email: known = '',
  onDone,
}: {
  email?: string
  onDone: (session: Session) => void
}) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [until, setUntil] = useState<number | null>(null)
  const secondsLeft = useSecondsLeft(until)

  const login = useMutation({
    mutationFn: async (isByPasskey: boolean) => {
      if (isByPasskey) await byPasskey()
      else
        await post(
          '/api/v1/console/session',
          { email: email.trim(), password, code: code.trim() },
          AS_VISITOR,
        )
      return get('/api/v1/console/session')
    },
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof Problem && error.retryAfter) setUntil(Date.now() + error.retryAfter * 1000)
      // A code is good for once.
      setCode('')
    },
  })

  const isReady = email.includes('@') && password !== '' && isSecondFactor(code) && secondsLeft === 0
  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !login.isPending) login.mutate(false)
  }

  return (
    <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
      <TextField
        label="이메일"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={known !== ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="비밀번호"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <CodeField value={code} onChange={setCode} />
      {secondsLeft > 0 ? (
        <p role="status" className="figures rounded-control bg-warn-tint px-3 py-2 text-small text-warn">
          시도가 너무 많았습니다. {secondsLeft}초 뒤에 다시 시도해 주세요.
        </p>
      ) : (
        <Failure error={login.error} />
      )}
      <Button
        type="submit"
        disabled={!isReady}
        loading={login.isPending && !login.variables}
        className="min-h-11"
      >
        로그인
      </Button>
      {hasPasskeys() && (
        <Button
          kind="quiet"
          className="min-h-11"
          disabled={secondsLeft > 0}
          loading={login.isPending && login.variables === true}
          onClick={() => login.mutate(true)}
        >
          <KeyRound aria-hidden="true" className="size-4" strokeWidth={1.75} />
          패스키로 로그인
        </Button>
      )}
    </form>
  )
}
