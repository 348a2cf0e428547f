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

interface NewPasswordProps<Values extends FieldValues> {
  label: string
  form: UseFormReturn<Values>
  owner: Owner
}

const FIELD = { autoComplete: 'new-password', maxLength: 64 }

/**
 * A field for a new password, with a list of rules that are ticked off while typing. It is asked for once: what was typed
 * can be shown, and a forgotten password can be reset.
 */
export function NewPasswordField<Values extends Pick<NewPassword, 'mberPw'>>(
  props: NewPasswordProps<Values>,
) {
  const { label, owner } = props
  const form = props.form as unknown as UseFormReturn<Pick<NewPassword, 'mberPw'>>
  const typed = useWatch({ control: form.control, name: 'mberPw' }) ?? ''
  return (
    <PasswordField
      label={label}
      help={<Rules typed={typed} owner={owner} />}
      {...FIELD}
      {...inputOf(form, 'mberPw', { validate: (password) => checkPassword(password, owner) })}
    />
  )
}

/** The same with a second field, where a typing error would lock somebody out of what they have. */
export function NewPasswordFields<Values extends NewPassword>(props: NewPasswordProps<Values>) {
  const form = props.form as unknown as UseFormReturn<NewPassword>
  return (
    <>
      <NewPasswordField {...props} />
      <PasswordField
        label={`${props.label} 확인`}
        {...FIELD}
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
