import { useForm, useWatch } from 'react-hook-form'
import type { Profile } from '../../api/types'
import { NewPasswordFields } from '../new-password-fields'
import * as rules from '../rules'
import { CurrentPassword, checkCurrent } from './current-password'
import { EditorForm } from './editor-form'
import { useChange } from './queries'
import type { EditorProps } from './setting-row'

export function PasswordEditor({ profile, ...row }: EditorProps & { profile: Profile | undefined }) {
  const change = useChange('password')
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { currentPw: '', mberPw: '', passwordAgain: '' },
  })
  const typed = useWatch({ control: form.control, name: 'mberPw' })
  const { errors } = form.formState
  const owner = profile ? { id: profile.mberId, phone: profile.phone } : {}
  return (
    <EditorForm
      form={form}
      save={({ currentPw, mberPw }) => change.mutateAsync({ currentPw, mberPw })}
      fieldOf={(name) => (name === 'currentPw' || name === 'mberPw' ? name : undefined)}
      {...row}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={profile?.mberId ?? ''} readOnly hidden />
      <CurrentPassword
        error={errors.currentPw?.message}
        {...form.register('currentPw', { validate: checkCurrent })}
      />
      <NewPasswordFields
        label="새 비밀번호"
        typed={typed}
        owner={owner}
        password={form.register('mberPw', {
          validate: (password) => rules.checkPassword(password, owner),
        })}
        again={form.register('passwordAgain', {
          validate: (again, { mberPw }) => rules.checkSame(again, mberPw),
        })}
        errors={{ password: errors.mberPw?.message, again: errors.passwordAgain?.message }}
      />
    </EditorForm>
  )
}
