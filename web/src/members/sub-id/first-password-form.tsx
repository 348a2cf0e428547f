import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { codeOf, isOutcomeUnknown } from '../../api/problem'
import { apiQuery } from '../../api/queries'
import type { SubIdLink } from '../../api/types'
import { servicesPath } from '../../services/paths'
import { Button, ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Form, showRefusal } from '../form'
import { useLogin } from '../login/queries'
import { NewPasswordField } from '../new-password-fields'
import { SUB_ID_AGREEMENTS_API } from '../paths'
import { type FirstPassword, Notice } from './notice'
import { useLink } from './queries'
import { passwordLink } from './token'

/** The password and what is to be read before; then the services, in a new document, as whoever was logged in before. */
export function FirstPasswordForm({ token, link }: { token: string; link: SubIdLink }) {
  const { data: agreements } = useSuspenseQuery(apiQuery(SUB_ID_AGREEMENTS_API))
  const use = useLink()
  const login = useLogin()
  const form = useForm<FirstPassword>({ mode: 'onTouched', shouldFocusError: false })
  const isUnanswered = useRef(false)

  async function save({ mberPw, read }: FirstPassword) {
    const agreed = agreements.filter((_, place) => read[place]).map(({ key, version }) => ({ key, version }))
    let next = servicesPath(1)
    try {
      const { needsCode } = await use.mutateAsync({ token, mberPw, agreements: agreed })
      if (needsCode) next = '/login'
    } catch (error) {
      // The answer to an earlier press may have been lost on the way: then the password is set, and opens the door.
      const isUsed = isUnanswered.current && codeOf(error) === 'sub_id_link_not_found'
      isUnanswered.current ||= error instanceof Error && isOutcomeUnknown(error)
      const isIn = isUsed && (await login.mutateAsync({ mberId: link.loginId, mberPw }).catch(() => false))
      if (isIn === false) return showRefusal(form, error)
    }
    passwordLink.set(null)
    // Not back to a link that is used up.
    window.location.replace(next)
  }

  const { errors } = form.formState
  const isBusy = use.isPending || use.isSuccess || login.isPending || login.isSuccess
  return (
    <Form form={form} onSubmit={save} className="grid gap-6">
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={link.loginId} readOnly hidden />
      <NewPasswordField
        label={link.isFirst ? '비밀번호' : '새 비밀번호'}
        form={form}
        owner={{ id: link.loginId, phone: null }}
      />
      {agreements.map((one, place) => (
        <Notice key={one.key} document={one} place={place} form={form} />
      ))}
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      {codeOf(use.error) === 'sub_id_link_not_found' && (
        <ButtonLink to="/login" kind="quiet" className="justify-self-start">
          로그인하러 가기
        </ButtonLink>
      )}
      <Button type="submit" wide loading={isBusy}>
        비밀번호 정하고 로그인
      </Button>
    </Form>
  )
}
