import { useState } from 'react'
import type { AddressChange, Service } from '../../api/types'
import { lastDay } from '../../korean/dates'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { AddressPlate } from '../address-plate'
import { useOnlyLooks } from '../rights'
import { ChangeForm } from './change-form'

interface ChangeRowProps {
  service: Service
  tickets: number
  /** A change of this address that its gateway has not acknowledged yet. */
  waiting: AddressChange | undefined
}

/** One address with the button to change it. A refusal is shown beside it until the next try. */
export function ChangeRow({ service, tickets, waiting }: ChangeRowProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const onlyLooks = useOnlyLooks()
  const { rights } = service
  const left = rights ? Math.min(rights.changesLeft, tickets) : tickets
  const none = rights
    ? rights.changesLeft < 1
      ? '남은 변경 횟수 없음'
      : '지금은 변경할 수 없음'
    : '사용 가능한 교체권 없음'
  const label = left < 1 ? none : 'IP 변경'
  return (
    <li className="grid content-start gap-4 rounded-card border border-line p-5">
      <AddressPlate service={service} label={service.planName} />
      <p className="figures text-caption text-ink-2">
        {lastDay(service.endsAt)}까지 이용{rights && ` · IP 변경 ${left}번 가능`}
      </p>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <div role="status" className="empty:hidden">
        {waiting && (
          <Callout tone="info">
            접속 서버에 {waiting.isUndo ? '이전' : '새'} IP를 적용하고 있습니다.{' '}
            {waiting.isUndo
              ? '접속 서버가 응답하면 바로 적용됩니다.'
              : '10분 안에 적용되지 않으면 이전 IP로 두고 교체권을 돌려드립니다.'}
          </Callout>
        )}
      </div>
      <Button
        kind="quiet"
        size="small"
        className="justify-self-start"
        aria-label={`${service.address} ${label}`}
        disabled={left < 1 || waiting !== undefined || onlyLooks}
        onClick={() => {
          setRefusal(undefined)
          setIsAsking(true)
        }}
      >
        {label}
      </Button>
      {isAsking && <ChangeForm service={service} onClose={() => setIsAsking(false)} onRefused={setRefusal} />}
    </li>
  )
}
