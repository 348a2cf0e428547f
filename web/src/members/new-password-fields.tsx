import { Check, Dot } from 'lucide-react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { classes } from '../ui/classes'
import { PasswordField } from './password-field'
import { type Owner, passwordRules } from './rules'

interface NewPasswordFieldsProps {
  label: string
  /** The current text of the first field. */
  typed: string
  owner: Owner
  password: UseFormRegisterReturn
  again: UseFormRegisterReturn
  errors: { password: string | undefined; again: string | undefined }
}

/** Two fields for a new password, with a list of rules that are ticked off while typing. */
export function NewPasswordFields({ label, typed, owner, password, again, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        help={<Rules typed={typed} owner={owner} />}
        autoComplete="new-password"
        maxLength={64}
        error={errors.password}
        {...password}
      />
      <PasswordField
        label={`${label} 확인`}
        autoComplete="new-password"
        maxLength={64}
        error={errors.again}
        {...again}
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
