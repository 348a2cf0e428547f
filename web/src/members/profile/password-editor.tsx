import { useForm } from 'react-hook-form'
import { inputOf } from '../form'
import { useMember } from '../member'
import { NewPasswordFields } from '../new-password-fields'
import { CurrentPassword, checkCurrent } from './current-password'
import { EditorForm } from './editor-form'
import { useChange } from './queries'
import type { EditorProps } from './setting-row'

export function PasswordEditor(row: EditorProps) {
  const member = useMember()
  const change = useChange('password')
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { currentPw: '', mberPw: '', passwordAgain: '' },
  })
  const owner = member ? { id: member.mberId, phone: member.kind ? null : member.phone } : {}
  return (
    <EditorForm
      form={form}
      save={({ currentPw, mberPw }) => change.mutateAsync({ currentPw, mberPw })}
      {...row}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={member?.mberId ?? ''} readOnly hidden />
      <CurrentPassword {...inputOf(form, 'currentPw', { validate: checkCurrent })} />
      <NewPasswordFields label="새 비밀번호" form={form} owner={owner} />
    </EditorForm>
  )
}
