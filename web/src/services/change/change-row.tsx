import { useState } from 'react'
import type { Service } from '../../api/types'
import { withRo } from '../../korean/particles'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { openModal } from '../../ui/modal'
import { AddressPlate } from '../address-plate'
import { lastDay } from '../words'
import { useChangeAddress } from './queries'

interface ChangeRowProps {
  service: Service
  tickets: number
}

/** One address with the button to change it. A refusal is shown beside it until the next try. */
export function ChangeRow({ service, tickets }: ChangeRowProps) {
  const change = useChangeAddress()
  const [refusal, setRefusal] = useState<string>()

  const label = tickets < 1 ? '사용 가능한 교체권 없음' : 'IP 변경'

  function ask() {
    setRefusal(undefined)
    openModal({
      type: 'confirm',
      title: 'IP를 변경하시겠습니까?',
      message: `현재 IP: ${service.address}\n변경 후에는 이전 IP로 되돌릴 수 없습니다. IP 교체권 1장이 사용됩니다.`,
      confirmLabel: '변경',
      onConfirm: (close) =>
        change
          .mutateAsync(service)
          .finally(close)
          .then(
            ({ address }) =>
              // A modal, not a toast: the old address may be on allow lists, which the member has to update.
              openModal({
                type: 'alert',
                title: `IP가 ${withRo(address)} 변경되었습니다.`,
                message:
                  '이전 IP를 접속 허용 목록 등에 등록해 두셨다면 새 IP로 바꿔 주세요. 기기 설정은 그대로 사용하시면 됩니다.',
              }),
            (error: Error) => setRefusal(error.message),
          ),
    })
  }

  return (
    <li className="grid content-start gap-4 rounded-card border border-line p-5">
      <AddressPlate service={service} label={service.planName} />
      <p className="figures text-caption text-ink-2">{lastDay(service.endsAt)}까지 이용</p>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <Button
        kind="quiet"
        size="small"
        className="justify-self-start"
        aria-label={`${service.address} ${label}`}
        disabled={tickets < 1}
        loading={change.isPending}
        onClick={ask}
      >
        {label}
      </Button>
    </li>
  )
}
