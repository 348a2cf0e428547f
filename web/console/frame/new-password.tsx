import { useState } from 'react'
import { PasswordField } from './password-field'

interface NewPasswordProps {
  /** The password, once it was typed alike twice; until then `null`. */
  onChange: (password: string | null) => void
  error?: string | undefined
}

/** A new password, twice: a typing error would lock somebody out. Whether it is strong enough, the server decides. */
export function NewPassword({ onChange, error }: NewPasswordProps) {
  const [first, setFirst] = useState('')
  const [again, setAgain] = useState('')
  const typed = (password: string, repeated: string) => {
    setFirst(password)
    setAgain(repeated)
    onChange(password !== '' && password === repeated ? password : null)
  }
  return (
    <>
      <PasswordField
        label="새 비밀번호"
        help="영문·숫자·특수문자 2종류 10자 이상 또는 3종류 8자 이상. 다른 곳에서 쓰지 않는 비밀번호로 정해 주세요."
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
