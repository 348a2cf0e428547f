import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Problem } from '../../api/problem'
import type { Agreement } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { showToast } from '../../ui/toast'
import { showRefusal, useFocusOnWrong } from '../form'
import { useLogin } from '../login/queries'
import { fits } from '../verification/proof'
import { AccountFields } from './account-fields'
import { ContactFields } from './contact-fields'
import { keepDraft } from './draft'
import { useSignUp } from './queries'
import { SignUpAgreements } from './sign-up-agreements'
import { isFieldName, type SignUpValues, toNewMember, type Verification } from './sign-up-values'
import { useDraft } from './use-draft'
import { channelOf, fieldOf, MISSING_PROOF, type Way } from './ways'

interface SignUpFormProps {
  agreements: Agreement[]
  /** What the operator accepts as proof of a number or address; empty where none is needed. */
  ways: Way[]
  /** For the rare case that the new member cannot be logged in at once. */
  loginPath: string
}

/** When it succeeds the page sees the member and leads on by itself. */
export function SignUpForm({ agreements, ways, loginPath }: SignUpFormProps) {
  const navigate = useNavigate()
  const signUp = useSignUp()
  const login = useLogin()
  const form = useForm<SignUpValues>({ mode: 'onTouched', shouldFocusError: false })
  const [verification, setVerification] = useState<Verification>({ way: ways[0] ?? null, proof: null })
  const element = useFocusOnWrong(form)
  useDraft({ form, agreements, ways, verification, setVerification })
  const { way, proof } = verification
  const isJoining = signUp.isPending || signUp.isSuccess

  function refuse(error: unknown) {
    showRefusal(form, error, (name) => {
      if (name === 'phoneVerificationId' && way) return way === 'identity' ? 'verification' : fieldOf(way)
      return isFieldName(name, agreements) ? name : undefined
    })
    // What the server does not take is no proof: the way to a new one stands open again.
    const isProofRefused =
      error instanceof Problem && error.fields.some(({ name }) => name === 'phoneVerificationId')
    if (isProofRefused) setVerification({ way, proof: null })
  }

  async function join(values: SignUpValues) {
    if (way && !fits(proof, channelOf(way), values[fieldOf(way)])) {
      form.setError(way === 'identity' ? 'verification' : fieldOf(way), { message: MISSING_PROOF[way] })
      return
    }
    try {
      await signUp.mutateAsync(toNewMember(values, agreements, verification))
    } catch (error) {
      refuse(error)
      return
    }
    keepDraft(null)
    try {
      await login.mutateAsync({ mberId: values.mberId, mberPw: values.mberPw })
      showToast('회원가입이 완료되었습니다.')
    } catch {
      showToast('회원가입이 완료되었습니다. 로그인해 주세요.')
      navigate(loginPath)
    }
  }

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => {
        // What only we found missing last time would otherwise keep the form from ever being sent.
        form.clearErrors('verification')
        return form.handleSubmit(join)(event)
      }}
      className="mt-8 grid gap-12"
    >
      <SignUpAgreements agreements={agreements} form={form} />
      <ContactFields {...{ form, ways, verification, setVerification }} />
      <AccountFields form={form} isJoining={isJoining} />
      <div className="grid gap-4">
        {form.formState.errors.root?.message && (
          <Callout tone="danger">{form.formState.errors.root.message}</Callout>
        )}
        <Button type="submit" wide loading={isJoining || login.isPending}>
          가입하기
        </Button>
      </div>
    </form>
  )
}
