import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { VerifiedIdentity } from '../../api/types'
import { digitsOf } from '../../korean/digits'
import { ChoiceTiles } from '../../ui/choice-tiles'
import { TextField } from '../../ui/field'
import { EMAIL_INPUT, PHONE_INPUT } from '../contact-inputs'
import { inputOf } from '../form'
import { withHyphens } from '../phone-input'
import * as rules from '../rules'
import { IdentityCheck } from '../verification/identity-check'
import { aProof, fits, type Proof } from '../verification/proof'
import { VerifiableField } from '../verification/verifiable-field'
import type { SignUpValues, Verification } from './sign-up-values'
import { WAY_CHOICES, type Way } from './ways'

interface ContactFieldsProps {
  form: UseFormReturn<SignUpValues>
  ways: Way[]
  verification: Verification
  setVerification: (verification: Verification) => void
}

/** Name, phone number and mail address, with the proof of ownership that the operator demands. */
export function ContactFields({ form, ways, verification, setVerification }: ContactFieldsProps) {
  const { setError, setValue, clearErrors, control, formState } = form
  const [phone = '', email = ''] = useWatch({ control, name: ['phone', 'email'] })
  // A name of the provider that our rule refuses has to be typed otherwise.
  const [hasName, setHasName] = useState(() => rules.checkName(form.getValues('mberNm') ?? '') === true)
  const { way, proof } = verification
  const isIdentified = way === 'identity' && fits(proof, 'phone', phone)

  function choose(chosen: Way) {
    clearErrors(['phone', 'email', 'verification'])
    setVerification({ way: chosen, proof: null })
  }

  function take(verified: Proof) {
    clearErrors(verified.channel === 'mail' ? 'email' : 'phone')
    setVerification({ way, proof: verified })
  }

  function identify({ id, name, phone: number }: VerifiedIdentity) {
    setValue('mberNm', name)
    setHasName(rules.checkName(name) === true)
    setValue('phone', number)
    clearErrors(['mberNm', 'phone', 'verification'])
    setVerification({ way, proof: aProof('phone', digitsOf(number), id) })
  }

  const phoneField = {
    ...PHONE_INPUT,
    label: '휴대폰 번호',
    ...withHyphens(inputOf(form, 'phone', { validate: rules.checkPhone })),
  }
  const emailField = {
    ...EMAIL_INPUT,
    label: '이메일',
    help: '결제 내역과 만료 안내를 보내 드립니다.',
    ...inputOf(form, 'email', { validate: rules.checkEmail }),
  }
  const verifying = { purpose: 'sign-up', proof, onProof: take } as const

  return (
    <section className="grid gap-4">
      <h2 className="text-title-s">회원 정보</h2>
      {ways.length > 1 && (
        <ChoiceTiles
          legend="본인 확인 방법"
          choices={ways.map((value) => ({ value, ...WAY_CHOICES[value] }))}
          value={way}
          onChange={choose}
        />
      )}
      {way === 'identity' && (
        <IdentityCheck
          purpose="sign-up"
          isVerified={isIdentified}
          error={formState.errors.verification?.message}
          onVerified={identify}
        />
      )}
      <TextField
        label="이름"
        autoComplete="name"
        maxLength={180}
        readOnly={isIdentified && hasName}
        {...inputOf(form, 'mberNm', { validate: rules.checkName })}
      />
      {way === 'phone' ? (
        <VerifiableField
          {...phoneField}
          {...verifying}
          channel="phone"
          typed={phone}
          check={rules.checkPhone}
          onWrong={(message) => setError('phone', { message })}
        />
      ) : (
        <TextField {...phoneField} readOnly={isIdentified} />
      )}
      {way === 'mail' ? (
        <VerifiableField
          {...emailField}
          {...verifying}
          channel="mail"
          typed={email}
          check={rules.checkEmail}
          onWrong={(message) => setError('email', { message })}
        />
      ) : (
        <TextField {...emailField} />
      )}
    </section>
  )
}
