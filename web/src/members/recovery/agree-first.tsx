import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { apiQuery } from '../../api/queries'
import type { Reset } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Form, showRefusal } from '../form'
import { SIGN_UP_AGREEMENTS_API } from '../paths'
import { SignUpAgreements } from '../sign-up/sign-up-agreements'
import { isFieldName, type SignUpValues } from '../sign-up/sign-up-values'
import { type ResetProof, useConfirmReset } from './queries'

interface AgreeFirstProps {
  proof: ResetProof
  onDone: (reset: Reset) => void
}

/** Whoever came from another shop agrees to this one's terms before the first password is theirs, as by the mailed link. */
export function AgreeFirst({ proof, onDone }: AgreeFirstProps) {
  const { data: agreements } = useSuspenseQuery(apiQuery(SIGN_UP_AGREEMENTS_API))
  const confirming = useConfirmReset()
  const form = useForm<SignUpValues>({ shouldFocusError: false })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])

  async function save({ agreements: ticked }: SignUpValues) {
    const agreed = agreements.filter(({ key }) => ticked[key]).map(({ key, version }) => ({ key, version }))
    try {
      onDone(await confirming.mutateAsync({ ...proof, agreements: agreed }))
    } catch (error) {
      showRefusal(form, error, (name) => (isFieldName(name, agreements) ? name : undefined))
    }
  }

  const refusal = form.formState.errors.root?.message
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Form form={form} onSubmit={save} className="mt-6 grid gap-6">
        <SignUpAgreements agreements={agreements} form={form} />
        {refusal && <Callout tone="danger">{refusal}</Callout>}
        <Button type="submit" wide loading={confirming.isPending}>
          동의하고 비밀번호 변경
        </Button>
      </Form>
    </div>
  )
}
