import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Problem } from '../../api/problem'
import type { TotpSecret } from '../../api/types'
import { Callout } from '../../ui/callout'
import { CodeInput, isCode } from '../../ui/code-input'
import { CopyButton } from '../../ui/copy-button'
import { FormButtons } from '../../ui/form-buttons'
import { Skeleton } from '../../ui/skeleton'
import { messageOf } from '../form'
import { MISSING_CODE } from '../verification/code-entry'
import { useConfirmTotp } from './queries'

const QrCode = lazy(() => import('../../ui/qr-code'))

interface TotpSetupProps {
  secret: TotpSecret
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Shows the secret for the authenticator app and asks for a first code, which proves that the app has it. */
export function TotpSetup({ secret, onConfirmed, onCancel }: TotpSetupProps) {
  const confirm = useConfirmTotp()
  const section = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  useEffect(() => section.current?.focus(), [])

  function showFailure(failure: unknown) {
    const field = failure instanceof Problem ? failure.fields[0] : undefined
    if (field) setError(field.detail)
    else setRefusal(messageOf(failure))
    input.current?.focus()
    input.current?.select()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const code = input.current?.value ?? ''
    setError(isCode(code) ? undefined : MISSING_CODE)
    setRefusal(undefined)
    if (!isCode(code)) return input.current?.focus()
    try {
      onConfirmed((await confirm.mutateAsync(code)).recoveryCodes)
    } catch (failure) {
      showFailure(failure)
    }
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="2단계 인증 켜기"
      className="grid gap-6 rounded-card border border-accent p-5 sm:p-6"
    >
      <p className="text-small">휴대폰의 인증 앱으로 QR 코드를 찍거나, 아래 키를 앱에 직접 입력해 주세요.</p>
      <div className="grid justify-items-center gap-6 sm:grid-cols-[auto_1fr] sm:justify-items-stretch">
        <Suspense fallback={<Skeleton className="size-60" />}>
          <QrCode text={secret.uri} label="인증 앱 등록용 QR 코드" />
        </Suspense>
        <div className="grid w-full content-start gap-6">
          <div>
            <p className="text-caption text-ink-2">직접 입력할 키</p>
            <div className="mt-1 flex items-center justify-between gap-2 rounded-control bg-surface py-1 pr-1 pl-4">
              <span translate="no" className="address text-small">
                {inGroups(secret.secret)}
              </span>
              <CopyButton text={secret.secret} what="키" />
            </div>
          </div>
          <form method="post" noValidate onSubmit={submit} className="grid gap-4">
            <CodeInput
              ref={input}
              label="인증번호"
              help="등록한 뒤 앱에 표시된 숫자 6자리를 입력해 주세요."
              error={error}
            />
            {refusal && <Callout tone="danger">{refusal}</Callout>}
            <FormButtons label="확인" busy={confirm.isPending} onCancel={onCancel} />
          </form>
        </div>
      </div>
    </section>
  )
}
