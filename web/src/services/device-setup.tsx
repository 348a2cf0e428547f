import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Device, Service, Tunnel } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { copyOrSave } from '../ui/copy-button'
import { openModal } from '../ui/modal'
import { saveFile } from '../ui/save-file'
import { Skeleton } from '../ui/skeleton'
import { ConnectionCheck } from './connection-check'
import { LOOK_EVERY, serviceQuery } from './queries'
import { SetupSteps } from './setup-steps'
import { confFileName, wireguardConf } from './wireguard'

const QrCode = lazy(() => import('../ui/qr-code'))

/** All that a device needs to connect. Only one component holds it, so it is gone once that closes. */
export interface Setup {
  privateKey: string
  device: Device
  tunnel: Tunnel
}

interface DeviceSetupProps {
  setup: Setup
  serviceId: number
  onClose: () => void
}

/** Shows the settings of a device, which can be seen only this once. */
export function DeviceSetup({ setup, serviceId, onClose }: DeviceSetupProps) {
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
  const conf = wireguardConf(setup.privateKey, setup.tunnel)

  function close() {
    if (isConnected) return onClose()
    openModal({
      type: 'confirm',
      title: '아직 연결되지 않았습니다',
      message: '닫으면 이 설정을 다시 볼 수 없습니다. 잃어버린 경우 키를 다시 만들 수 있습니다.',
      confirmLabel: '닫기',
      onConfirm: (dismiss) => {
        dismiss()
        onClose()
      },
    })
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`${device.name} 설정`}
      className="grid gap-6 rounded-card border border-accent p-5 sm:p-6"
    >
      <div>
        <h3 className="text-lead">{device.name} 설정</h3>
        <SetupSteps />
      </div>
      <div className="grid justify-items-center gap-6 sm:grid-cols-[auto_1fr] sm:justify-items-stretch">
        <div className="grid gap-2">
          <p className="text-caption text-ink-2">휴대폰에서</p>
          <Suspense fallback={<Skeleton className="size-60" />}>
            <QrCode text={conf} label="WireGuard 설정 QR 코드" />
          </Suspense>
        </div>
        <div className="grid w-full content-start gap-3">
          <p className="-mb-1 text-caption text-ink-2">컴퓨터에서</p>
          <Button onClick={() => saveFile(confFileName(device), conf)}>.conf 내려받기</Button>
          <Button kind="quiet" onClick={() => copyOrSave(conf, '설정을 복사했습니다.')}>
            설정 복사
          </Button>
        </div>
      </div>
      <Callout tone="warn">
        이 설정은 지금 한 번만 볼 수 있습니다. 개인키는 이 브라우저에서만 만들어졌고 서버로 보내거나 저장하지
        않습니다. 다른 사람에게 전달하지 마세요.
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
