import type { RefundAccount } from '../api/types'
import { digitsOf } from '../korean/digits'

/** A bank account as it is typed. */
export interface AccountValues {
  bank: string
  number: string
  holder: string
}

export const NO_ACCOUNT: AccountValues = { bank: '', number: '', holder: '' }

export const accountOf = ({ bank, number, holder }: AccountValues): RefundAccount => ({
  bank,
  number: digitsOf(number),
  holder: holder.normalize('NFC').trim(),
})

/** The form's name of a refused field, which the server may prefix with what it is part of (`account.bank`). */
export function accountField(name: string): keyof AccountValues | undefined {
  const last = name.split('.').at(-1) ?? ''
  return last in NO_ACCOUNT ? (last as keyof AccountValues) : undefined
}

export function checkNumber(typed: string): true | string {
  const digits = digitsOf(typed)
  if (!digits) return '계좌번호를 입력해 주세요.'
  return (digits.length >= 8 && digits.length <= 16) || '계좌번호를 다시 확인해 주세요.'
}
