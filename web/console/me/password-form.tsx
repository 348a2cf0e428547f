import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { put } from '../frame/calls'
import { CodeField, isSecondFactor } from '../frame/code-field'
import { Failure } from '../frame/failure'
import { NewPassword } from '../frame/new-password'
import { Part } from '../frame/part'
import { PasswordField } from '../frame/password-field'
import { useSession } from '../frame/session'

/** One's own password. Other devices are logged out with it. */
export function PasswordForm() {
  const { email } = useSession()
  const [round, setRound] = useState(0)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const change = useMutation({
    mutationFn: (chosen: string) =>
      put('/api/v1/console/me/password', { current, password: chosen, code: code.trim() }),
    onSuccess: () => {
      showToast('비밀번호를 바꿨습니다.')
      setRound(round + 1)
      setCurrent('')
      setPassword(null)
    },
    onSettled: () => setCode(''),
  })
  const isReady = current !== '' && password !== null && isSecondFactor(code)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !change.isPending) change.mutate(password)
  }

  return (
    <Part title="비밀번호" lead="바꾸면 다른 기기에서는 로그아웃됩니다.">
      <form method="post" noValidate onSubmit={submitted} className="grid max-w-100 gap-3">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="지금 비밀번호"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <NewPassword key={round} onChange={setPassword} />
        <CodeField value={code} onChange={setCode} />
        <Failure error={change.error} />
        <div>
          <Button type="submit" disabled={!isReady} loading={change.isPending}>
            비밀번호 바꾸기
          </Button>
        </div>
      </form>
    </Part>
  )
}
