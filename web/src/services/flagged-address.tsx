import { useState } from 'react'
import type { Service } from '../api/types'
import { withRo } from '../korean/particles'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { openModal } from '../ui/modal'
import { useTakeOffer } from './queries'
import { mayChange } from './rights'

/** Says that something is wrong with a service's address, and changes a fixed one for nothing. */
export function FlaggedAddress({ service }: { service: Service }) {
  if (!service.addressFlagged) return null
  return (
    <div className="grid gap-3">
      <Callout tone="warn">
        이 주소에 문제가 확인되었습니다.{' '}
        {service.rights && !canChange(service)
          ? '서브 아이디를 만든 회원에게 알려 주세요.'
          : service.kind === 'static'
            ? '같은 통신사의 다른 IP로 무료로 변경해 드립니다. 직접 누르시기 전에는 바뀌지 않습니다.'
            : '아래에서 IP를 변경하시면 다른 주소를 사용하실 수 있습니다.'}
      </Callout>
      {service.kind === 'static' && !service.rights && <FreeChange service={service} />}
    </div>
  )
}

/** A sub-id changes a dynamic address by its share; another one for nothing is its owner's to take. */
const canChange = (service: Service) => service.kind === 'dynamic' && mayChange(service)

function FreeChange({ service: { id, address } }: { service: Service }) {
  const change = useTakeOffer(id)
  const [refusal, setRefusal] = useState<string>()

  function ask() {
    setRefusal(undefined)
    openModal({
      type: 'confirm',
      title: '다른 IP로 변경하시겠습니까?',
      message: `현재 IP: ${address}\n무료로 변경되며 IP 교체권은 사용되지 않습니다. 변경 후에는 이전 IP로 되돌릴 수 없습니다.`,
      confirmLabel: '무료 변경',
      onConfirm: (close) =>
        change
          .mutateAsync({ address: address ?? '' })
          .finally(close)
          .then(
            (changed) =>
              // A modal, not a toast: the old address may be on allow lists, which the member has to update.
              openModal({
                type: 'alert',
                title: `IP가 ${withRo(changed.address)} 변경되었습니다.`,
                message:
                  '이전 IP를 접속 허용 목록 등에 등록해 두셨다면 새 IP로 바꿔 주세요. 기기 설정은 그대로 사용하시면 됩니다.',
              }),
            (error: Error) => setRefusal(error.message),
          ),
    })
  }

  return (
    <>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <Button
        kind="quiet"
        size="small"
        className="justify-self-start"
        aria-label={`${address} 다른 IP로 무료 변경`}
        loading={change.isPending}
        onClick={ask}
      >
        다른 IP로 무료 변경
      </Button>
    </>
  )
}
