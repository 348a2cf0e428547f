import { useQuery } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { digitsOf } from '../korean/digits'
import { CurrentPassword, checkCurrent, inputOf } from '../members'
import { SelectField, TextField } from '../ui/field'
import { Loaded } from '../ui/loaded'
import { banksQuery, type NamedAccount } from './queries'

/** A bank account as it is typed, and the password that proves who typed it. */
export interface AccountValues {
  bank: string
  number: string
  holder: string
  currentPw: string
}

export const NO_ACCOUNT: AccountValues = { bank: '', number: '', holder: '', currentPw: '' }

/** What is sent to name an account. */
export const namedAccount = ({ bank, number, holder, currentPw }: AccountValues): NamedAccount => ({
  account: { bank, number: digitsOf(number), holder: holder.normalize('NFC').trim() },
  currentPw,
})

/** The form's name of a refused field, which the server may prefix with what it is part of (`account.bank`). */
export function accountField(name: string): keyof AccountValues | undefined {
  const last = name.split('.').at(-1) ?? ''
  return last in NO_ACCOUNT ? (last as keyof AccountValues) : undefined
}

function checkNumber(typed: string): true | string {
  const digits = digitsOf(typed)
  if (!digits) return '계좌번호를 입력해 주세요.'
  return (digits.length >= 8 && digits.length <= 16) || '계좌번호를 다시 확인해 주세요.'
}

/** The bank account for a refund of a deposit, because money cannot be sent back to a virtual account. */
export function AccountFields<Values extends FieldValues & AccountValues>({
  form: whole,
}: {
  form: UseFormReturn<Values>
}) {
  const form = whole as unknown as UseFormReturn<AccountValues>
  const banks = useQuery(banksQuery)
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-1 font-semibold">환불받으실 계좌</legend>
      <p className="text-caption text-ink-2">
        본인 명의의 계좌를 입력해 주세요. 암호화해 보관하고, 환불이 끝나면 바로 지웁니다.
      </p>
      <Loaded query={banks} shape="h-19">
        {(list) => (
          <SelectField label="은행" {...inputOf(form, 'bank', { required: '은행을 선택해 주세요.' })}>
            <option value="">선택해 주세요</option>
            {list.map((bank) => (
              <option key={bank.code} value={bank.code}>
                {bank.name}
              </option>
            ))}
          </SelectField>
        )}
      </Loaded>
      <TextField
        label="계좌번호"
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        {...inputOf(form, 'number', { validate: checkNumber })}
      />
      <TextField
        label="예금주"
        autoComplete="off"
        maxLength={60}
        {...inputOf(form, 'holder', { required: '예금주를 입력해 주세요.' })}
      />
      <CurrentPassword
        help="환불 계좌를 입력하는 분이 본인인지 확인합니다."
        {...inputOf(form, 'currentPw', { validate: checkCurrent })}
      />
    </fieldset>
  )
}
