import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { Checkbox } from '../ui/checkbox'
import { TextField } from '../ui/field'
import { useHydrated } from '../ui/hydrated'
import { PasswordField } from './password-field'
import { useLogin } from './queries'
import { rememberedId, rememberId } from './remembered-id'

/** When it succeeds the page sees the member and leads on by itself. */
export function LoginForm() {
  const isHydrated = useHydrated()
  const login = useLogin()
  const id = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const remember = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState({ id: false, password: false })

  useEffect(() => {
    const kept = rememberedId()
    if (!kept || !id.current || !remember.current || id.current.value) return
    id.current.value = kept
    remember.current.checked = true
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const credentials = { mberId: id.current?.value.trim() ?? '', mberPw: password.current?.value ?? '' }
    setMissing({ id: !credentials.mberId, password: !credentials.mberPw })
    if (!credentials.mberId) return id.current?.focus()
    if (!credentials.mberPw) return password.current?.focus()

    const toKeep = remember.current?.checked ? credentials.mberId : null
    try {
      await login.mutateAsync(credentials)
      rememberId(toKeep)
    } catch {
      password.current?.focus()
      password.current?.select() // the refusal itself is shown below
    }
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-6 grid gap-5">
      <TextField
        ref={id}
        label="아이디"
        name="mberId"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={missing.id ? '아이디를 입력해 주세요.' : undefined}
      />
      <PasswordField
        ref={password}
        label="비밀번호"
        name="mberPw"
        autoComplete="current-password"
        maxLength={200}
        error={missing.password ? '비밀번호를 입력해 주세요.' : undefined}
      />
      <Checkbox ref={remember} label="아이디 저장" className="-my-2" />
      {login.error && <Callout tone="danger">{login.error.message}</Callout>}
      {login.isSuccess && (
        <Callout tone="danger">
          브라우저가 쿠키를 받지 않아 로그인하지 못했습니다. 쿠키를 허용한 뒤 다시 시도해 주세요.
        </Callout>
      )}
      <Button type="submit" wide disabled={!isHydrated} loading={login.isPending}>
        로그인
      </Button>
    </form>
  )
}
