import { useEffect, useRef } from 'react'
import type { DeviceLink, MadeDeviceLink } from '../../api/types'
import { timeOfDay } from '../../korean/dates'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { useConfirmedAction } from '../../ui/confirmed-action'
import { Loaded } from '../../ui/loaded'
import { useSecondsLeft } from '../../ui/seconds-left'
import { MadeLink } from './made-link'
import { NewLink } from './new-link'
import { useOpenLinks, useWithdrawLink } from './queries'

interface DeviceLinksProps {
  serviceId: number
  /** Whether it is a sub-id who makes links, within its share. */
  isShare: boolean
  /** Whether whoever makes links has no place for another device. */
  isFull: boolean
  /** The new link that is still to be sent, and whether this tab keeps it when it is loaded anew. */
  made: MadeDeviceLink | null
  isStored: boolean
  onMade: (link: MadeDeviceLink | null) => void
  onClose: () => void
}

/** Links by which somebody else sets up a device of their own: a new one, and those that may still be used. */
export default function DeviceLinks(props: DeviceLinksProps) {
  const { serviceId, isShare, isFull, made, isStored, onMade, onClose } = props
  const links = useOpenLinks(serviceId)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <section
      aria-label="다른 사람의 기기 설정하기"
      className="grid min-w-0 gap-5 rounded-card bg-surface p-5"
    >
      <div className="grid gap-1">
        <h3 ref={heading} tabIndex={-1} className="text-lead">
          다른 사람의 기기 설정하기
        </h3>
        <p className="text-caption text-ink-2">
          링크를 받은 분이 로그인 없이 기기 한 대를 직접 설정합니다. 접속에 쓸 키가 그 기기에서 만들어지므로
          설정 파일을 주고받지 않아도 됩니다. 링크는 1시간 안에 한 번만 쓸 수 있습니다.
        </p>
        {isShare && (
          <p className="text-caption text-ink-2">
            설정된 기기는 이 서브 아이디의 기기로 세고, 그 이용도 이 서브 아이디의 이용으로 기록됩니다. 상품을
            구매한 회원도 링크와 기기를 보고 취소하거나 삭제할 수 있습니다.
          </p>
        )}
      </div>
      {made && (
        <MadeLink
          key={made.id}
          link={made}
          isStored={isStored}
          isOpen={links.data?.some(({ id }) => id === made.id) ?? true}
          onClose={() => onMade(null)}
        />
      )}
      {!made && !isFull && <NewLink serviceId={serviceId} onMade={onMade} />}
      <Loaded query={links} shape="h-12">
        {(open) => (
          <OpenLinks
            serviceId={serviceId}
            links={open}
            onWithdrawn={(id) => {
              if (id === made?.id) onMade(null)
              heading.current?.focus()
            }}
          />
        )}
      </Loaded>
      <Button kind="quiet" className="max-sm:w-full sm:justify-self-start" onClick={onClose}>
        닫기
      </Button>
    </section>
  )
}

interface OpenLinksProps {
  serviceId: number
  links: DeviceLink[]
  onWithdrawn: (id: number) => void
}

function OpenLinks({ serviceId, links, onWithdrawn }: OpenLinksProps) {
  const withdraw = useWithdrawLink(serviceId)
  const { ask, refusal } = useConfirmedAction()
  return (
    <>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      {links.length > 0 && (
        <div className="grid gap-2">
          <h4 className="font-semibold text-small">아직 쓰지 않은 링크</h4>
          <ul className="divide-y divide-line border-line border-y">
            {links.map((link) => (
              <li key={link.id} className="flex items-center justify-between gap-4 py-2">
                <div className="min-w-0">
                  <p className="break-words font-medium">{link.name}</p>
                  {link.madeBy && (
                    <p className="break-all text-caption text-ink-2">
                      서브 아이디 {link.madeBy.loginId} ({link.madeBy.name})
                    </p>
                  )}
                  <Note link={link} />
                </div>
                <Button
                  kind="text"
                  aria-label={`${link.name} 링크 취소`}
                  onClick={() =>
                    ask({
                      title: '링크를 취소하시겠습니까?',
                      message: `'${link.name}' 링크로는 기기를 설정할 수 없게 됩니다.`,
                      confirmLabel: '링크 취소',
                      cancelLabel: '닫기',
                      act: () => withdraw.mutateAsync(link.id),
                      done: '링크를 취소했습니다.',
                      afterwards: () => onWithdrawn(link.id),
                    })
                  }
                >
                  취소
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Note({ link: { expiresAt, openedAt, fullAt } }: { link: DeviceLink }) {
  const minutes = Math.ceil(useSecondsLeft(Date.parse(expiresAt)) / 60)
  return (
    <>
      <p className="figures text-caption text-ink-2">
        {minutes}분 남음 · {openedAt ? `${timeOfDay(openedAt)}에 열어 봄` : '아직 열어 보지 않음'}
      </p>
      {fullAt && (
        <p className="figures text-caption text-warn">
          {timeOfDay(fullAt)}에 설정하려 했지만 기기 수가 차서 하지 못했습니다. 쓰지 않는 기기를 삭제해
          주세요.
        </p>
      )}
    </>
  )
}
