import { type UseFormReturn, useWatch } from 'react-hook-form'
import { NewPasswordFields } from '../new-password-fields'
import * as rules from '../rules'
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
  const { register, trigger, getValues, control, formState } = form
  const [mberId = '', mberPw = '', phone = ''] = useWatch({ control, name: ['mberId', 'mberPw', 'phone'] })
  const owner = { id: mberId, phone }
  const errorOf = (name: 'mberId' | 'mberPw' | 'passwordAgain') => formState.errors[name]?.message
  return (
    <section className="grid gap-5">
      <h2 className="text-title-s">로그인 정보</h2>
      <IdField
        typed={mberId}
        isChecking={!isJoining}
        error={errorOf('mberId')}
        field={register('mberId', { validate: rules.checkId })}
      />
      <NewPasswordFields
        label="비밀번호"
        typed={mberPw}
        owner={owner}
        password={register('mberPw', {
          validate: (password, values) =>
            rules.checkPassword(password, { id: values.mberId, phone: values.phone }),
          onChange: () => void (getValues('passwordAgain') && trigger('passwordAgain')),
        })}
        again={register('passwordAgain', {
          validate: (again, values) => rules.checkSame(again, values.mberPw),
        })}
        errors={{ password: errorOf('mberPw'), again: errorOf('passwordAgain') }}
      />
    </section>
  )
}
