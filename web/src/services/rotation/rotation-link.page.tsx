import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { callOutside } from '../../api/client'
import { isMissing, Problem } from '../../api/problem'
import type { Rotated } from '../../api/types'
import { spoken } from '../../korean/durations'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { IpPlate } from '../../ui/ip-plate'
import { useSecondsLeft } from '../../ui/seconds-left'

/** Where a link leads that changes the address of a dynamic service. Nothing changes before the button is pressed. */
export default function RotationLink() {
  const { pathname } = useLocation()
  const rotate = useMutation({ mutationFn: () => callOutside<Rotated>('post', pathname) })
  const { data: rotated, error } = rotate
  const wait = useSecondsLeft(nextAtOf(rotated, error, rotate.submittedAt))
  return (
    <div className="page py-18 lg:py-26">
      <div className="mx-auto grid max-w-form gap-6">
        <h1 className="text-title-m">{rotated ? 'IP가 변경되었습니다' : '유동 IP 변경'}</h1>
        {rotated ? (
          <div role="status" data-testid="ip-plate">
            <IpPlate label="새 IP" note={`이전 IP ${rotated.old}`} address={rotated.new} large />
          </div>
        ) : (
          <p className="text-ink-2">
            버튼을 누르면 이 링크에 연결된 상품의 IP가 다른 주소로 바뀝니다. VPN은 켜 두신 그대로 쓰시면
            됩니다.
          </p>
        )}
        <div aria-live="polite" className="empty:hidden">
          {error && <Refusal error={error} isOver={wait === 0} />}
        </div>
        <Button
          loading={rotate.isPending}
          disabled={wait > 0 || isMissing(error)}
          onClick={() => rotate.mutate()}
          className="sm:justify-self-start"
        >
          {rotated ? '한 번 더 변경' : 'IP 변경'}
        </Button>
        {wait > 0 && (
          <p className="figures text-caption text-ink-2">{spoken(wait)} 뒤에 변경하실 수 있습니다.</p>
        )}
      </div>
    </div>
  )
}

/** Why nothing changed. When it may be tried again counts down below, so no sentence with a time stands here. */
function Refusal({ error, isOver }: { error: Error; isOver: boolean }) {
  const isEarly = error instanceof Problem && error.retryAfter !== null
  if (!isEarly) return <Callout tone="danger">{error.message}</Callout>
  return isOver ? null : <Callout tone="warn">아직 IP를 변경할 수 없습니다.</Callout>
}

/** From when the link may be used again, in milliseconds: the answer says it, and so does a refusal. */
function nextAtOf(rotated: Rotated | undefined, error: Error | null, sentAt: number): number | null {
  if (error instanceof Problem && error.retryAfter !== null) return sentAt + error.retryAfter * 1000
  return rotated ? Date.parse(rotated.nextAt) : null
}
