import { useState } from 'react'
import type { AddressChange, AddressChangeList } from '../../api/types'
import { dayAndTime, lastDay } from '../../korean/dates'
import { useMember } from '../../members'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { openModal } from '../../ui/modal'
import { useUndo } from './queries'
import { REASONS, stateOf, tellUndone } from './words'

/** Changes of addresses, newest first; one that can be undone has a button for it. */
export function Changes({ changes }: { changes: AddressChangeList }) {
  return (
    <section aria-labelledby="changes" className="grid gap-4">
      <h2 id="changes" className="text-lead">
        변경 내역
      </h2>
      {changes.items.length === 0 ? (
        <p className="text-ink-2">내역이 없습니다.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {changes.items.map((change) => (
            <Row key={change.id} change={change} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ change }: { change: AddressChange }) {
  const { planName, previousAddress, address, changedAt, reason, undo, madeBy } = change
  const state = stateOf(change)
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p translate="no" className="address">
          {previousAddress} <span aria-hidden="true">→</span>
          <span className="sr-only">에서</span> <strong>{address}</strong>
          {state && <span className="ml-3 font-medium text-caption text-ink-2">{state}</span>}
        </p>
        <p className="figures text-caption text-ink-2">
          {[planName, reason && REASONS[reason], madeBy && `서브 아이디 ${madeBy}`, dayAndTime(changedAt)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {undo && <WayBack change={change} undo={undo} />}
    </li>
  )
}

interface WayBackProps {
  change: AddressChange
  undo: NonNullable<AddressChange['undo']>
}

function WayBack({ change, undo }: WayBackProps) {
  const kind = useMember()?.kind
  const back = useUndo(change.id)
  const [refusal, setRefusal] = useState<string>()
  const ticket = kind
    ? '쓰신 변경 횟수 1번을 돌려드립니다. 되돌린 뒤의 다음 변경은 되돌리지 못하실 수 있습니다.'
    : undo.ticketReturns
      ? `교체권 1장을 돌려드리며${undo.ticketUntil ? ` (${lastDay(undo.ticketUntil)}까지 사용)` : ''}, 그 교체권으로 하는 다음 변경은 되돌릴 수 없습니다.`
      : '환불하신 주문의 교체권이므로 교체권은 돌려드리지 않습니다.'

  function ask() {
    setRefusal(undefined)
    openModal({
      type: 'confirm',
      title: '이전 IP로 되돌리시겠습니까?',
      message: `현재 IP: ${change.address}\n되돌릴 IP: ${change.previousAddress}\n\n${ticket} 열려 있던 연결은 끊겼다가 다시 이어집니다.`,
      confirmLabel: '되돌리기',
      onConfirm: (close) =>
        back
          .mutateAsync(change.address)
          .finally(close)
          .then(tellUndone, (error: Error) => setRefusal(error.message)),
    })
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          kind="quiet"
          size="small"
          aria-label={`${change.previousAddress} 이전 IP로 되돌리기`}
          loading={back.isPending}
          disabled={kind === 'acting'}
          onClick={ask}
        >
          이전 IP로 되돌리기
        </Button>
        <p className="figures text-caption text-ink-2">{dayAndTime(undo.until)}까지 한 번</p>
      </div>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
    </div>
  )
}
