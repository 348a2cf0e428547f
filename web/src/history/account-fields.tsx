import { useQuery } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { inputOf } from '../members'
import { SelectField, TextField } from '../ui/field'
import { Loaded } from '../ui/loaded'
import { type AccountValues, checkNumber } from './account-values'
import { banksQuery } from './queries'

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
    </fieldset>
  )
}
