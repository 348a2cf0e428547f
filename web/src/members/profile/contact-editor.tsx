import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Channel } from '../../api/types'
import { TextField } from '../../ui/field'
import * as rules from '../rules'
import { fits, type Proof } from '../verification/proof'
import { VerifiableField } from '../verification/verifiable-field'
import { CurrentPassword, checkCurrent } from './current-password'
import { EditorForm } from './editor-form'
import { useChange } from './queries'
import type { EditorProps } from './setting-row'

interface ContactEditorProps extends EditorProps {
  channel: Channel
  /** The operator wants it shown that the new one is theirs. */
  isVerified: boolean
}

const FIELDS = {
  phone: {
    field: {
      label: '새 휴대폰 번호',
      type: 'tel',
      inputMode: 'tel',
      autoComplete: 'tel-national',
      placeholder: '010-1234-5678',
      maxLength: 20,
    },
    check: rules.checkPhone,
    unproven: '휴대폰 번호를 인증해 주세요.',
  },
  mail: {
    field: {
      label: '새 이메일',
      type: 'email',
      inputMode: 'email',
      autoComplete: 'email',
      spellCheck: false,
      maxLength: 254,
    },
    check: rules.checkEmail,
    unproven: '이메일 주소를 인증해 주세요.',
  },
} as const

/** A new number or address, with the proof that it is theirs and the password that it is them. */
export function ContactEditor({ channel, isVerified, ...row }: ContactEditorProps) {
  const changePhone = useChange('phone')
  const changeEmail = useChange('email')
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { target: '', currentPw: '' },
  })
  const [proof, setProof] = useState<Proof | null>(null)
  const typed = useWatch({ control: form.control, name: 'target' })
  const { field, check, unproven } = FIELDS[channel]
  const { errors } = form.formState

  function save({ target, currentPw }: { target: string; currentPw: string }) {
    const shown = { currentPw, ...(isVerified && proof && { verificationId: proof.id }) }
    return channel === 'phone'
      ? changePhone.mutateAsync({ phone: target, ...shown })
      : changeEmail.mutateAsync({ email: target.trim(), ...shown })
  }

  const target = {
    ...field,
    error: errors.target?.message,
    ...form.register('target', { validate: check }),
  }
  return (
    <EditorForm
      form={form}
      missing={(values) =>
        isVerified && !fits(proof, channel, values.target) ? { name: 'target', message: unproven } : null
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
          onProof={(taken) => {
            form.clearErrors('target')
            setProof(taken)
          }}
          check={check}
          onWrong={(message) => form.setError('target', { message })}
        />
      ) : (
        <TextField {...target} />
      )}
      <CurrentPassword
        error={errors.currentPw?.message}
        field={form.register('currentPw', { validate: checkCurrent })}
      />
    </EditorForm>
  )
}
