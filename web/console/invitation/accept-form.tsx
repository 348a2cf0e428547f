import { type FormEvent, lazy, Suspense, useState } from 'react'
import type { Answer } from '../../src/api/path'
import { Problem } from '../../src/api/problem'
import { dayAndTime } from '../../src/korean/dates'
import { CopyButton } from '../../src/ui/copy-button'
import { Skeleton } from '../../src/ui/skeleton'
import { Button } from '../frame/button'
import { CodeField } from '../frame/code-field'
import { FactList } from '../frame/fact-list'
import { Failure } from '../frame/failure'
import { NewPassword } from '../frame/new-password'

const QrCode = lazy(() => import('../../src/ui/qr-code'))

type Invitation = Answer<'/api/v1/console/invitations/look-up', 'post'>

export interface Accepted {
  password: string
  code: string
}

interface AcceptFormProps {
  invitation: Invitation
  isBusy: boolean
  error: Error | null
  onAccept: (accepted: Accepted) => void
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Who is invited as what, the authenticator app, and a password. */
export function AcceptForm({ invitation, isBusy, error, onAccept }: AcceptFormProps) {
  const { email, name, roleName, secret, uri, expiresAt, isReset } = invitation
  const [password, setPassword] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const isReady = password !== null && /^\d{6}$/.test(code)
  const refused = (field: string) =>
    error instanceof Problem ? error.fields.find((one) => one.name === field)?.detail : undefined

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !isBusy) onAccept({ password, code })
  }

  return (
    <form method="post" noValidate onSubmit={submitted} className="grid gap-5">
      <p className="text-ink-2 text-small">
        {isReset
          ? `${name} 님의 비밀번호와 인증 앱을 다시 설정합니다. 이전 비밀번호와 인증 앱은 쓸 수 없게 됩니다.`
          : `${name} 님을 ‘${roleName}’ 역할로 초대합니다.`}
      </p>
      <FactList
        facts={[
          { label: '이메일', value: email },
          { label: '역할', value: roleName },
          { label: '링크 유효', value: `${dayAndTime(expiresAt)}까지` },
        ]}
      />
      <section aria-label="인증 앱" className="grid gap-2">
        <h2 className="text-lead">1. 인증 앱에 등록</h2>
        <p className="text-ink-2 text-small">
          휴대폰의 인증 앱으로 QR 코드를 찍거나, 아래 키를 앱에 입력해 주세요.
        </p>
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={uri} label="인증 앱 등록용 QR 코드" className="size-48" />
        </Suspense>
        <div className="flex items-center justify-between gap-2 rounded-control bg-surface py-1 pr-1 pl-3">
          <span translate="no" className="address text-small">
            {inGroups(secret)}
          </span>
          <CopyButton text={secret} what="키" />
        </div>
        {/* Nobody can photograph the screen of the phone in their hand. */}
        <a href={uri} className="justify-self-start text-small underline underline-offset-4 sm:hidden">
          이 휴대폰의 인증 앱에 바로 등록하기
        </a>
      </section>
      <section aria-label="비밀번호와 확인" className="grid gap-3">
        <h2 className="text-lead">2. 비밀번호와 확인</h2>
        {/* Password managers keep the new password under this name. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPassword onChange={setPassword} error={refused('password')} />
        <CodeField
          help="인증 앱에 나온 숫자 6자리를 입력해 주세요."
          value={code}
          error={refused('code')}
          onChange={setCode}
        />
        <Failure error={error} />
        <Button type="submit" disabled={!isReady} loading={isBusy} className="min-h-11">
          {isReset ? '다시 설정하기' : '시작하기'}
        </Button>
      </section>
    </form>
  )
}
