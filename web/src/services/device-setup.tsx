import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Device, Service, Tunnel } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { openModal } from '../ui/modal'
import { ConnectionCheck } from './connection-check'
import { ownDevice } from './own-device'
import { LOOK_EVERY, serviceQuery } from './queries'
import { KeptHere } from './setup-steps'
import { SetupElsewhere, SetupHere } from './setup-way'
import { confFileName } from './wireguard'

/** All that a device needs to connect. The page holds it, and the tab until it is where it belongs (`own-setup.ts`). */
export interface Setup {
  privateKey: string
  device: Device
  tunnel: Tunnel
  /** Whether it is meant for another device than the one that shows the page. */
  isElsewhere: boolean
}

interface DeviceSetupProps {
  setup: Setup
  /** Whether this tab keeps the settings when it is loaded anew. */
  isStored: boolean
  serviceId: number
  onClose: () => void
}

/** Shows the settings of a device, until they are closed. */
export function DeviceSetup({ setup, isStored, serviceId, onClose }: DeviceSetupProps) {
  const { device } = setup
  const shown = (answer: Service | undefined) => answer?.devices.find(({ id }) => id === device.id)
  const isUp = (answer: Service | undefined) => shown(answer)?.connected ?? false
  const { data: service } = useQuery({
    ...serviceQuery(serviceId),
    refetchInterval: ({ state }) => (isUp(state.data) ? LOOK_EVERY.running : LOOK_EVERY.waiting),
  })
  const isConnected = isUp(service)
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const [isTaken, setTaken] = useState(false)
  const own = ownDevice()
  const Way = setup.isElsewhere ? SetupElsewhere : SetupHere

  function close() {
    if (isConnected || isTaken) return onClose()
    openModal({
      type: 'confirm',
      title: '아직 연결되지 않았습니다',
      message: '닫으면 이 설정을 다시 볼 수 없습니다. 다시 연결하려면 키를 다시 만들어야 합니다.',
      confirmLabel: '계속 설정하기',
      cancelLabel: '설정 닫기',
      onCancel: onClose,
    })
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      data-once
      aria-label={`${device.name} 설정`}
      className="grid gap-6 rounded-card border border-accent p-5 sm:p-6"
    >
      <div>
        <p className="font-semibold text-accent text-small">
          {setup.isElsewhere ? '휴대폰·태블릿에 설정' : `이 ${own.word}에 설정`}
        </p>
        <h3 className="mt-1 break-words text-lead">{device.name}</h3>
      </div>
      <Way
        own={own}
        privateKey={setup.privateKey}
        tunnel={setup.tunnel}
        fileName={confFileName(device)}
        onTaken={() => setTaken(true)}
      />
      <Callout tone="warn">
        개인키는 이 브라우저에서 만들어졌고 서버로 보내거나 저장하지 않습니다.{' '}
        <KeptHere isStored={isStored} orBy="로그아웃하거나 " /> 설정을 가진 사람은 누구나 이 IP로 접속할 수
        있습니다. 다른 분이 쓸 기기라면 설정을 보내지 말고, “다른 사람의 기기 설정하기”로 링크를 만들어
        주세요.
      </Callout>
      <ConnectionCheck
        isConnected={isConnected}
        isReady={device.ready || (shown(service)?.ready ?? false)}
        address={service?.address ?? null}
      />
      <Button kind="quiet" onClick={close}>
        완료
      </Button>
    </section>
  )
}
