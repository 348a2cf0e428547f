import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { PasswordLink } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { CopyButton } from '../ui/copy-button'
import { useInBrowser } from '../ui/hydrated'
import { Skeleton } from '../ui/skeleton'
import { InThisTab } from './in-this-tab'

const QrCode = lazy(() => import('../ui/qr-code'))

interface MadeLinkProps {
  link: PasswordLink
  loginId: string
  isStored: boolean
  onClose: () => void
  /** What there is to do besides. */
  children?: ReactNode
}

/** A new link by which a person chooses the password of a sub-id. Only this tab has it. */
export function MadeLink({ link, loginId, isStored, onClose, children }: MadeLinkProps) {
  const top = useRef<HTMLElement>(null)
  useEffect(() => top.current?.focus(), [])
  const mayShare = useInBrowser(() => 'share' in navigator, false)
  // Closed by the visitor, or refused by the browser: the link can still be copied.
  const share = () => navigator.share({ title: '비밀번호 설정 링크', url: link.url }).catch(() => undefined)
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-label={`${loginId} 비밀번호 설정 링크`}
      className="grid min-w-0 gap-4 rounded-card bg-surface p-5 sm:p-6"
    >
      <h2 className="text-lead">{loginId}의 링크를 보내 주세요</h2>
      <p className="max-w-text text-small">
        이 아이디를 쓰실 분이 링크를 열어 비밀번호를 직접 정합니다. 회원님께는 비밀번호가 보이지 않습니다.{' '}
        <span className="figures">{dayAndTime(link.expiresAt)}까지</span> 하루 동안 한 번 쓸 수 있습니다.
      </p>
      <Suspense fallback={<Skeleton className="size-60" />}>
        <QrCode text={link.url} label="비밀번호 설정 링크 QR 코드" />
      </Suspense>
      <div className="flex min-w-0 items-center gap-2 rounded-control border border-line bg-paper py-1 pr-1 pl-4">
        <span className="min-w-0 grow truncate text-small">{link.url}</span>
        <CopyButton text={link.url} what="비밀번호 설정 링크" />
      </div>
      <Callout tone="warn">
        링크를 가진 사람은 누구나 이 아이디의 비밀번호를 정할 수 있으니, 쓰실 분에게만 보내 주세요.{' '}
        <InThisTab isStored={isStored} />
      </Callout>
      {children}
      <div className="flex flex-wrap gap-3">
        {mayShare && <Button onClick={share}>링크 보내기</Button>}
        <Button kind="quiet" onClick={onClose}>
          완료
        </Button>
      </div>
    </section>
  )
}
