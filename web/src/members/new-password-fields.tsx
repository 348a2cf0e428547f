import { Check, Dot } from 'lucide-react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { classes } from '../ui/classes'
import { inputOf } from './form'
import { PasswordField } from './password-field'
import { checkPassword, checkSame, type Owner, passwordRules } from './rules'

/** The values of a form that these fields fill in. */
interface NewPassword {
  mberPw: string
  passwordAgain: string
}

interface NewPasswordFieldsProps<Values extends FieldValues> {
  label: string
  form: UseFormReturn<Values>
  owner: Owner
  onChange?: () => void
}

/** Two fields for a new password, with a list of rules that are ticked off while typing. */
export function NewPasswordFields<Values extends NewPassword>(props: NewPasswordFieldsProps<Values>) {
  const { label, owner, onChange } = props
  const form = props.form as unknown as UseFormReturn<NewPassword>
  const typed = useWatch({ control: form.control, name: 'mberPw' }) ?? ''
  const field = { autoComplete: 'new-password', maxLength: 64 }
  return (
    <>
      <PasswordField
        label={label}
        help={<Rules typed={typed} owner={owner} />}
        {...field}
        {...inputOf(form, 'mberPw', {
          validate: (password) => checkPassword(password, owner),
          ...(onChange && { onChange }),
        })}
      />
      <PasswordField
        label={`${label} 확인`}
        {...field}
        {...inputOf(form, 'passwordAgain', { validate: (again, { mberPw }) => checkSame(again, mberPw) })}
      />
    </>
  )
}

function Rules({ typed, owner }: { typed: string; owner: Owner }) {
  return (
    <span className="grid gap-1">
      {passwordRules(typed, owner).map(({ rule, isMet }) => {
        const Icon = isMet ? Check : Dot
        return (
          <span key={rule} className={classes('flex items-start gap-1', isMet && 'text-ok')}>
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={isMet ? 2.25 : 3} />
            <span>
              {rule}
              {isMet && <span className="sr-only"> 충족했습니다.</span>}
            </span>
          </span>
        )
      })}
    </span>
  )
}
