import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { VerifiedIdentity } from '../../api/types'
import { ChoiceTiles } from '../../ui/choice-tiles'
import { TextField } from '../../ui/field'
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

const PHONE = {
  label: '휴대폰 번호',
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel-national',
  placeholder: '010-1234-5678',
  maxLength: 20,
} as const

const EMAIL = {
  label: '이메일',
  help: '결제 내역과 이용 기간 만료 안내를 이 주소로 보내 드립니다.',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  spellCheck: false,
  maxLength: 254,
} as const

/** Who joins and how they are reached, with whatever proof of it the operator wants. */
export function ContactFields({ form, ways, verification, setVerification }: ContactFieldsProps) {
  const { register, setError, setValue, clearErrors, control, formState } = form
  const [phone = '', email = ''] = useWatch({ control, name: ['phone', 'email'] })
  const { way, proof } = verification
  const errorOf = (name: 'mberNm' | 'phone' | 'email' | 'verification') => formState.errors[name]?.message
  const isIdentified = way === 'identity' && fits(proof, 'phone', phone)

  function choose(chosen: Way) {
    clearErrors(['phone', 'email', 'verification'])
    setVerification({ way: chosen, proof: null })
  }

  function take(taken: Proof) {
    clearErrors(taken.channel === 'mail' ? 'email' : 'phone')
    setVerification({ way, proof: taken })
  }

  function identify({ id, name, phone: number }: VerifiedIdentity) {
    setValue('mberNm', name)
    setValue('phone', number)
    clearErrors(['mberNm', 'phone', 'verification'])
    setVerification({ way, proof: aProof('phone', number.replaceAll(/\D/g, ''), id) })
  }

  const phoneField = {
    ...PHONE,
    error: errorOf('phone'),
    ...register('phone', { validate: rules.checkPhone }),
  }
  const emailField = {
    ...EMAIL,
    error: errorOf('email'),
    ...register('email', { validate: rules.checkEmail }),
  }
  const verifying = { purpose: 'sign-up', proof, onProof: take } as const

  return (
    <section className="grid gap-5">
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
          error={errorOf('verification')}
          onVerified={identify}
        />
      )}
      <TextField
        label="이름"
        autoComplete="name"
        maxLength={40}
        readOnly={isIdentified}
        error={errorOf('mberNm')}
        {...register('mberNm', { validate: rules.checkName })}
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
