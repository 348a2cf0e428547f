import { useForm } from 'react-hook-form'
import { TextField } from '../../ui/field'
import { inputOf } from '../form'
import * as rules from '../rules'
import { CurrentPassword, checkCurrent } from './current-password'
import { EditorForm } from './editor-form'
import { useChange } from './queries'
import type { EditorProps } from './setting-row'

export function NameEditor({ name, ...row }: EditorProps & { name: string }) {
  const change = useChange('name')
  const form = useForm({ shouldFocusError: false, defaultValues: { mberNm: name, currentPw: '' } })
  return (
    <EditorForm
      form={form}
      save={({ mberNm, currentPw }) => change.mutateAsync({ mberNm: mberNm.trim(), currentPw })}
      {...row}
    >
      <TextField
        label="이름"
        autoComplete="name"
        maxLength={180}
        {...inputOf(form, 'mberNm', { validate: rules.checkName })}
      />
      <CurrentPassword {...inputOf(form, 'currentPw', { validate: checkCurrent })} />
    </EditorForm>
  )
}
