import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Problem } from '../../api/problem'
import type { Agreement } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { useNavigate } from '../../ui/navigate'
import { showToast } from '../../ui/toast'
import { showRefusal, useFocusOnWrong } from '../form'
import { useLogin } from '../login/queries'
import { fits } from '../verification/proof'
import { AccountFields } from './account-fields'
import { ContactFields } from './contact-fields'
import { storedDraft, storedUnanswered } from './draft'
import { useSignUp } from './queries'
import { SignUpAgreements } from './sign-up-agreements'
import { isFieldName, type SignUpValues, toNewMember, type Verification } from './sign-up-values'
import { useDraft } from './use-draft'
import { channelOf, fieldOf, MISSING_PROOF, type Way } from './ways'

interface SignUpFormProps {
  agreements: Agreement[]
  /** The kinds of proof the operator accepts; empty if none is demanded. */
  ways: Way[]
  /** Where to send a new member whose automatic login failed. */
  loginPath: string
}

/** Signs up and logs in. After a success the sign-up page sees the member and redirects. */
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
    // Drop a proof that the server refused, so that the visitor can get a new one.
    const isProofRefused =
      error instanceof Problem && error.fields.some(({ name }) => name === 'phoneVerificationId')
    if (isProofRefused) setVerification({ way, proof: null })
  }

  async function join(values: SignUpValues) {
    if (way && !fits(proof, channelOf(way), values[fieldOf(way)])) {
      form.setError(way === 'identity' ? 'verification' : fieldOf(way), { message: MISSING_PROOF[way] })
      return
    }
    storedUnanswered.set(values.mberId)
    try {
      await signUp.mutateAsync(toNewMember(values, agreements, verification))
    } catch (error) {
      if (error instanceof Problem && error.status < 500) storedUnanswered.set(null)
      refuse(error)
      return
    }
    storedUnanswered.set(null)
    storedDraft.set(null)
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
        // `join` sets this error itself; left standing, it would keep the form from being submitted again.
        form.clearErrors('verification')
        return form.handleSubmit(join)(event)
      }}
      className="mt-8 grid gap-8"
    >
      <AccountFields form={form} isJoining={isJoining} />
      <ContactFields {...{ form, ways, verification, setVerification }} />
      <SignUpAgreements agreements={agreements} form={form} />
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
