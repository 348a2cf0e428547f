import { useRef, useState } from 'react'
import type { PasswordLink, SubIdDetail } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { Checkbox } from '../ui/checkbox'
import { InAppNotice } from '../ui/in-app-notice'
import { LINKS_LOST } from './in-this-tab'
import { useKept } from './kept'
import { MadeLink } from './made-link'
import { Part } from './part'
import { useNewLink } from './queries'

/** How it logs in, and a new link for whoever has forgotten the password or lost what the second factor is on. */
export function LinkPart({ subId }: { subId: SubIdDetail }) {
  const { id, loginId, name, secondFactor, passkeys, link } = subId
  const make = useNewLink(id)
  const { made, renewed, isStored, change } = useKept()
  const [ownUrl, setOwnUrl] = useState<string>()
  // One from before this page was loaded may be used up or replaced by now.
  const shown = renewed.find(
    (one) => one.id === id && (one.link.url === ownUrl || one.link.expiresAt === link?.expiresAt),
  )
  const [resets, setResets] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const hasFactors = secondFactor || passkeys > 0

  const others = renewed.filter((one) => one.id !== id)

  function press() {
    const keep = (link: PasswordLink) => {
      setOwnUrl(link.url)
      // Its first link, if that is still to be sent, is of no use from now on.
      change({ renewed: [...others, { id, loginId, name, link }], made: made.filter((one) => one.id !== id) })
    }
    make.mutateAsync(hasFactors && resets).then(keep, () => undefined)
  }

  function close() {
    change({ renewed: others })
    place.current?.focus()
  }

  return (
    <Part
      title="로그인"
      lead="비밀번호는 쓰시는 분이 링크로 직접 정합니다. 비밀번호를 잊으셨을 때에도 새 링크를 보내 주세요."
    >
      <div ref={place} tabIndex={-1} className="grid min-w-0 gap-4 outline-none">
        {shown ? (
          <MadeLink link={shown.link} loginId={loginId} isStored={isStored} onClose={close} />
        ) : (
          <>
            <p className="figures text-small">
              2단계 인증 {secondFactor ? '사용' : '사용 안 함'} · 패스키 {passkeys}개
            </p>
            {link && (
              <p className="figures text-small">
                보내신 링크는 {dayAndTime(link.expiresAt)}까지 쓸 수 있습니다.{' '}
                {link.openedAt
                  ? `${dayAndTime(link.openedAt)}에 처음 열어 보았습니다.`
                  : '아직 열어 보지 않았습니다.'}
              </p>
            )}
            {hasFactors && (
              <Checkbox
                label="2단계 인증과 패스키도 해제"
                checked={resets}
                onChange={({ target }) => setResets(target.checked)}
              />
            )}
            <InAppNotice danger={LINKS_LOST} />
            {make.error && <Callout tone="danger">{make.error.message}</Callout>}
            <Button kind="quiet" className="justify-self-start" loading={make.isPending} onClick={press}>
              새 링크 만들기
            </Button>
            <p className="text-caption text-ink-2">
              새 링크를 만들면 먼저 보낸 링크는 쓸 수 없게 됩니다. 지금 비밀번호는 새 링크를 쓸 때까지
              그대로입니다.
            </p>
          </>
        )}
      </div>
    </Part>
  )
}
