import { type FormEvent, useEffect, useRef, useState } from 'react'
import { storedText } from '../../ui/browser-storage'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import { PasswordField } from '../password-field'
import { useRetryWait } from '../retry-wait'
import { LoginRefusal } from './login-refusal'
import { asksSecondFactor, type Credentials, useLogin } from './queries'

const rememberedId = storedText('localStorage', 'ieum:login-id')

interface CredentialsFormProps {
  /** What stands in the id field where this browser remembers none. */
  known?: string | undefined
  /** Called once the page's data is the member's. */
  onDone?: (() => void) | undefined
  /** Called when id and password are right and a second factor is needed. */
  onSecondFactor: (credentials: Credentials) => void
}

export function CredentialsForm({ known, onSecondFactor, onDone }: CredentialsFormProps) {
  const login = useLogin()
  const wait = useRetryWait()
  const id = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const remember = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState({ id: false, password: false })

  useEffect(() => {
    const remembered = rememberedId.get()
    if (!id.current || !remember.current || id.current.value) return
    id.current.value = remembered ?? known ?? ''
    remember.current.checked = remembered !== null
  }, [known])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (wait.secondsLeft > 0) return
    const credentials = { mberId: id.current?.value.trim() ?? '', mberPw: password.current?.value ?? '' }
    setMissing({ id: !credentials.mberId, password: !credentials.mberPw })
    if (!credentials.mberId) return id.current?.focus()
    if (!credentials.mberPw) return password.current?.focus()

    const idToRemember = remember.current?.checked ? credentials.mberId : null
    try {
      await login.mutateAsync(credentials)
      rememberedId.set(idToRemember)
      onDone?.()
    } catch (error) {
      if (asksSecondFactor(error)) {
        rememberedId.set(idToRemember)
        return onSecondFactor(credentials)
      }
      wait.noteRefusal(error)
      password.current?.focus()
      password.current?.select() // LoginRefusal below shows the error
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
      <LoginRefusal login={login} secondsLeft={wait.secondsLeft} />
      <Button type="submit" wide disabled={wait.secondsLeft > 0} loading={login.isPending}>
        로그인
      </Button>
    </form>
  )
}
