import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { codeOf } from '../../api/problem'
import type { MadeDeviceLink } from '../../api/types'
import { timeOfDay } from '../../korean/dates'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { CopyButton } from '../../ui/copy-button'
import { useInBrowser } from '../../ui/hydrated'
import { useSecondsLeft } from '../../ui/seconds-left'
import { Skeleton } from '../../ui/skeleton'

import { deviceLink } from './kept'
import { linkQuery } from './queries'

const QrCode = lazy(() => import('../../ui/qr-code'))

const LATE = '링크의 유효 시간이 지났습니다.'
const ENDS: Record<string, string> = {
  device_link_used: '링크로 기기가 설정되었습니다.',
  linked_device_removed: '링크로 설정한 기기가 삭제되었습니다.',
  device_link_withdrawn: '링크가 취소되어 기기를 설정할 수 없습니다.',
  device_link_expired: LATE,
}

/** A link that is open no more may have been used, or withdrawn in another tab: it says so itself to whoever has it. */
function WhatBecame({ url }: { url: string }) {
  const token = deviceLink.in(new URL(url).hash) ?? ''
  const { error, isPending } = useQuery({ ...linkQuery(token, null), retry: false })
  if (isPending) return <Skeleton className="h-14" />
  const code = codeOf(error) ?? ''
  return (
    <Callout tone={code === 'device_link_used' ? 'ok' : 'info'}>
      {ENDS[code] ?? '링크를 더 쓸 수 없습니다.'}
    </Callout>
  )
}

interface MadeLinkProps {
  link: MadeDeviceLink
  /** Whether it may still be used. */
  isOpen: boolean
  /** Whether this tab keeps it when it is loaded anew. */
  isStored: boolean
  onClose: () => void
}

/** A new link, until it is closed: as a QR code for who is here, and to send to who is elsewhere. */
export function MadeLink({ link, isOpen, isStored, onClose }: MadeLinkProps) {
  const top = useRef<HTMLElement>(null)
  useEffect(() => top.current?.focus(), [])
  const mayShare = useInBrowser(() => 'share' in navigator, false)
  const isLate = useSecondsLeft(Date.parse(link.expiresAt)) === 0
  // Closed by the visitor, or refused by the browser: the link can still be copied.
  const share = () => navigator.share({ title: '기기 설정 링크', url: link.url }).catch(() => undefined)
  return (
    <section ref={top} tabIndex={-1} data-once aria-label="새 링크" className="grid min-w-0 gap-4">
      {isOpen && !isLate ? (
        <>
          <Suspense fallback={<Skeleton className="size-60" />}>
            <QrCode text={link.url} label="기기 설정 링크 QR 코드" />
          </Suspense>
          <p className="text-small">
            설정할 기기의 카메라로 QR 코드를 찍거나, 아래 링크를 보내 주세요.{' '}
            <span className="figures">{timeOfDay(link.expiresAt)}까지</span> 쓸 수 있습니다.
          </p>
          <div className="flex min-w-0 items-center gap-2 rounded-control border border-line bg-paper py-1 pr-1 pl-4">
            <span className="min-w-0 grow truncate text-small">{link.url}</span>
            <CopyButton text={link.url} what="기기 설정 링크" />
          </div>
          {mayShare && (
            <Button kind="quiet" className="max-sm:w-full sm:justify-self-start" onClick={share}>
              링크 보내기
            </Button>
          )}
          <Callout tone="warn">
            {isStored
              ? '링크는 이 탭에서만 볼 수 있습니다.'
              : '이 브라우저는 링크를 간직하지 못하니, 새로고침하거나 탭을 닫기 전에 먼저 보내 주세요.'}{' '}
            링크를 가진 사람은 누구나 기기 한 대를 설정할 수 있으니, 그 기기를 쓰실 분에게만 보내 주세요.
          </Callout>
        </>
      ) : (
        <div role="status">
          {isLate ? <Callout tone="info">{LATE}</Callout> : <WhatBecame url={link.url} />}
        </div>
      )}
      <Button kind="text" className="-ml-2 justify-self-start" onClick={onClose}>
        다른 링크 만들기
      </Button>
    </section>
  )
}
