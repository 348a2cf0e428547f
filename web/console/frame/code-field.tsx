import type { ReactNode } from 'react'
import { TextField } from './field'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  help?: ReactNode
  error?: string | undefined
}

/** Six digits of the app, or a recovery code: more than six characters with letters. */
export const isSecondFactor = (code: string) => /^\d{6}$|^(?!\d+$).{8,}$/.test(code.trim())

/** Takes the six digits of the authenticator app, or a recovery code. */
export function CodeField({
  value,
  onChange,
  help = '인증 앱의 숫자 6자리 또는 복구 코드',
  error,
}: CodeFieldProps) {
  return (
    <TextField
      label="인증번호"
      help={help}
      error={error}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      className="figures"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
