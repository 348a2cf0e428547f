import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { inputOf } from '../form'
import { NewPasswordField } from '../new-password-fields'
import { checkId } from '../rules'
import { storedUnanswered } from './draft'
import { IdField } from './id-field'
import type { SignUpValues } from './sign-up-values'

/** The login id and the password. */
export function AccountFields({
  form,
  isJoining,
}: {
  form: UseFormReturn<SignUpValues>
  isJoining: boolean
}) {
  const { control } = form
  const [mberId = '', phone = ''] = useWatch({ control, name: ['mberId', 'phone'] })
  const [unanswered, setUnanswered] = useState<string | null>(null)
  useEffect(() => setUnanswered(storedUnanswered.get()), [])
  const { error, ...field } = inputOf(form, 'mberId', { validate: checkId })
  return (
    <section className="grid gap-4">
      <h2 className="text-title-s">로그인 정보</h2>
      <IdField typed={mberId} isChecking={!isJoining && mberId !== unanswered} error={error} field={field} />
      <NewPasswordField label="비밀번호" form={form} owner={{ id: mberId, phone }} />
    </section>
  )
}
