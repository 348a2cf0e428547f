import { useState } from 'react'
import { PasswordField } from './password-field'

export const SHORTEST = 12

interface NewPasswordProps {
  /** The password, once it is long enough and typed alike twice; until then `null`. */
  onChange: (password: string | null) => void
  error?: string | undefined
}

/** A new password, twice: a typing error would lock somebody out. Length is what makes it strong; the server decides. */
export function NewPassword({ onChange, error }: NewPasswordProps) {
  const [first, setFirst] = useState('')
  const [again, setAgain] = useState('')
  const typed = (password: string, repeated: string) => {
    setFirst(password)
    setAgain(repeated)
    onChange(password.length >= SHORTEST && password === repeated ? password : null)
  }
  return (
    <>
      <PasswordField
        label="새 비밀번호"
        help={`${SHORTEST}자 이상. 다른 곳에서 쓰지 않는 비밀번호여야 합니다.`}
        autoComplete="new-password"
        error={error}
        value={first}
        onChange={(password) => typed(password, again)}
      />
      <PasswordField
        label="새 비밀번호 확인"
        autoComplete="new-password"
        error={
          again.length >= first.length && again !== first ? '비밀번호가 서로 일치하지 않습니다.' : undefined
        }
        value={again}
        onChange={(repeated) => typed(first, repeated)}
      />
    </>
  )
}
