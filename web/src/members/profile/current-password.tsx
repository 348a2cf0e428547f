import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../password-field'

interface CurrentPasswordProps {
  error: string | undefined
  field: UseFormRegisterReturn
}

export const checkCurrent = (password: string) => password !== '' || '현재 비밀번호를 입력해 주세요.'

/** Whoever sits at an open session shows that it is theirs. */
export function CurrentPassword({ error, field }: CurrentPasswordProps) {
  return (
    <PasswordField
      label="현재 비밀번호"
      autoComplete="current-password"
      maxLength={200}
      error={error}
      {...field}
    />
  )
}
