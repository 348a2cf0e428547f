import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Channel } from '../../api/types'
import { TextField } from '../../ui/field'
import { EMAIL_INPUT, PHONE_INPUT } from '../contact-inputs'
import { inputOf } from '../form'
import { withHyphens } from '../phone-input'
import * as rules from '../rules'
import { MISSING_PROOF } from '../sign-up/ways'
import { fits, type Proof } from '../verification/proof'
import { VerifiableField } from '../verification/verifiable-field'
import { CurrentPassword, checkCurrent } from './current-password'
import { EditorForm } from './editor-form'
import { useChange } from './queries'
import type { EditorProps } from './setting-row'

interface ContactEditorProps extends EditorProps {
  channel: Channel
  /** Whether the operator demands proof that the new number or address is theirs. */
  isVerified: boolean
}

const FIELDS = {
  phone: { field: { ...PHONE_INPUT, label: '새 휴대폰 번호' }, check: rules.checkPhone },
  mail: { field: { ...EMAIL_INPUT, label: '새 이메일' }, check: rules.checkEmail },
} as const

/** Changes phone number or mail address. Asks for the password and, if demanded, for a code sent to the new one. */
export function ContactEditor({ channel, isVerified, ...row }: ContactEditorProps) {
  const changePhone = useChange('phone')
  const changeEmail = useChange('email')
  const form = useForm({ shouldFocusError: false, defaultValues: { target: '', currentPw: '' } })
  const [proof, setProof] = useState<Proof | null>(null)
  const typed = useWatch({ control: form.control, name: 'target' })
  const { field, check } = FIELDS[channel]

  function save({ target, currentPw }: { target: string; currentPw: string }) {
    const credentials = { currentPw, ...(isVerified && proof && { verificationId: proof.id }) }
    return channel === 'phone'
      ? changePhone.mutateAsync({ phone: target, ...credentials })
      : changeEmail.mutateAsync({ email: target.trim(), ...credentials })
  }

  const input = inputOf(form, 'target', { validate: check })
  const target = { ...field, ...(channel === 'phone' ? withHyphens(input) : input) }
  return (
    <EditorForm
      form={form}
      missing={(values) =>
        isVerified && !fits(proof, channel, values.target)
          ? { name: 'target', message: MISSING_PROOF[channel] }
          : null
      }
      save={save}
      fieldOf={(name) =>
        ({ phone: 'target', email: 'target', verificationId: 'target', currentPw: 'currentPw' })[name]
      }
      {...row}
    >
      {isVerified ? (
        <VerifiableField
          {...target}
          channel={channel}
          purpose="change"
          typed={typed}
          proof={proof}
          onProof={(verified) => {
            form.clearErrors('target')
            setProof(verified)
          }}
          check={check}
          onWrong={(message) => form.setError('target', { message })}
        />
      ) : (
        <TextField {...target} />
      )}
      <CurrentPassword {...inputOf(form, 'currentPw', { validate: checkCurrent })} />
    </EditorForm>
  )
}
