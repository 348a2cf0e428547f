import type { ComponentProps } from 'react'
import { PasswordField } from '../password-field'
import type { Verdict } from '../rules'

export const checkCurrent = (password: string): Verdict => password !== '' || '현재 비밀번호를 입력해 주세요.'

/** Asks for the password again before a change, in case somebody else sits at an open session. */
export function CurrentPassword(field: Omit<ComponentProps<typeof PasswordField>, 'label'>) {
  return <PasswordField label="현재 비밀번호" autoComplete="current-password" maxLength={200} {...field} />
}
