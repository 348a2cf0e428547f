import { useEffect, useRef, useState } from 'react'
import { codeOf } from '../../api/problem'
import type { LinkedDevice } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { IpPlate } from '../../ui/ip-plate'
import { openModal } from '../../ui/modal'
import { ConnectionCheck } from '../connection-check'
import { ownDevice } from '../own-device'
import { Pretended } from '../pretended'
import { KeptHere } from '../setup-steps'
import { SetupElsewhere, SetupHere } from '../setup-way'
import { confFileName } from '../wireguard'
import type { Kept } from './kept'
import { useLinkedDevice } from './queries'

interface LinkedSetupProps {
  kept: Kept
  setup: LinkedDevice
  /** Whether this tab keeps the settings when it is loaded anew. */
  isStored: boolean
  onClose: () => void
}

/** The settings of the device that a link has set up. They are in this tab alone, until it is closed or this is done. */
export function LinkedSetup({ kept, setup, isStored, onClose }: LinkedSetupProps) {
  const { data: seen, error } = useLinkedDevice(kept.token, kept.publicKey)
  const { device, tunnel, address } = seen?.setup ?? setup
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [isTaken, setTaken] = useState(false)
  const own = ownDevice()
  const Way = kept.isElsewhere ? SetupElsewhere : SetupHere
  const code = codeOf(error)

  function close() {
    if (device.connected || isTaken) return onClose()
    openModal({
      type: 'confirm',
      title: '아직 연결되지 않았습니다',
      message: '마치면 이 설정을 다시 볼 수 없습니다. 다시 설정하려면 새 링크를 받아야 합니다.',
      confirmLabel: '계속 설정하기',
      cancelLabel: '설정 마치기',
      onCancel: onClose,
    })
  }

  return (
    <>
      <div>
        <p className="font-semibold text-accent text-small">
          {kept.isElsewhere ? '휴대폰·태블릿에 설정' : `이 ${own.word}에 설정`}
        </p>
        <h1 ref={heading} tabIndex={-1} className="mt-1 break-words text-title-m">
          {device.name}
        </h1>
      </div>
      {code === 'linked_device_removed' || code === 'device_link_over' ? (
        <Callout tone="danger">{error?.message}</Callout>
      ) : null}
      <Pretended service={seen?.setup ?? setup} />
      <IpPlate label="이 기기가 쓰는 IP" address={address} />
      <Way
        own={own}
        privateKey={kept.privateKey}
        tunnel={tunnel}
        fileName={confFileName(device)}
        onTaken={() => setTaken(true)}
        hasAccount={false}
      />
      <Callout tone="warn">
        개인키는 이 브라우저에서 만들어졌고 서버로 보내거나 저장하지 않습니다.{' '}
        <KeptHere isStored={isStored} /> 다른 사람에게 전하지 마세요.
      </Callout>
      {/* A link answers for an hour; from then on the app itself says whether it is connected. */}
      {code === undefined && (
        <ConnectionCheck isConnected={device.connected} isReady={device.ready} address={address} />
      )}
      <Button kind="quiet" onClick={close}>
        완료
      </Button>
    </>
  )
}
