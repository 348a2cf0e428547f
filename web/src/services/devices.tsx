import { useRef, useState } from 'react'
import type { Device, Service } from '../api/types'
import { useTakeOver } from '../catalog'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { openModal } from '../ui/modal'
import { showToast } from '../ui/toast'
import { AddDeviceForm } from './add-device-form'
import { DeviceRow } from './device-row'
import { DeviceSetup } from './device-setup'
import { makeKeyPair } from './keys'
import { SetUpForOthers } from './links/set-up-for-others'
import { useOwnSetup } from './own-setup'
import { Pretended } from './pretended'
import { useAddDevice, useChangeKey, useRemoveDevice } from './queries'
import { deviceLimitOf, useOnlyLooks } from './rights'

/** The devices of an active service. Their keys are created in the browser, and only public keys leave it. */
export function Devices({ service }: { service: Service }) {
  const { devices } = service
  const deviceLimit = deviceLimitOf(service)
  const onlyLooks = useOnlyLooks()
  const [isAdding, setAdding] = useState(false)
  const { setup, isStored, show } = useOwnSetup(service)
  const [refusal, setRefusal] = useState<string>()
  const addDevice = useAddDevice(service.id)
  const changeKey = useChangeKey(service.id)
  const removeDevice = useRemoveDevice(service.id)
  const takeOver = useTakeOver(service)
  const isFull = devices.length >= deviceLimit
  const heading = useRef<HTMLHeadingElement>(null)

  async function add(name: string, isElsewhere: boolean) {
    const { privateKey, publicKey } = await makeKeyPair()
    show({ privateKey, isElsewhere, ...(await addDevice.mutateAsync({ name, publicKey })) })
    setAdding(false)
  }

  /** Closes the settings. Their button had the focus and is gone, so the heading takes it. */
  function close() {
    show(null)
    heading.current?.focus()
  }

  async function renewKey(device: Device) {
    const { privateKey, publicKey } = await makeKeyPair()
    const renewed = await changeKey.mutateAsync({ deviceId: device.id, publicKey })
    show({ privateKey, isElsewhere: false, ...renewed })
  }

  async function remove(device: Device) {
    await removeDevice.mutateAsync(device.id)
    showToast('기기를 삭제했습니다.')
  }

  /** Runs an action after a confirmation. A refusal is shown above the devices once the modal has closed. */
  function ask(
    device: Device,
    question: { title: string; message: string; confirmLabel: string },
    act: typeof remove,
  ) {
    async function confirm(close: () => void) {
      const detail = await act(device).then(
        () => undefined,
        (error: Error) => error.message,
      )
      close()
      setRefusal(detail)
      // The button that was pressed may be gone with its device.
      if (act === remove) heading.current?.focus()
    }

    setRefusal(undefined)
    openModal({
      type: 'confirm',
      danger: true,
      ...question,
      message: `기기: ${device.name}\n${question.message}`,
      onConfirm: confirm,
    })
  }

  return (
    <div className="grid content-start gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-body">
          기기{' '}
          <span className="figures font-medium text-ink-2">
            {devices.length} / {deviceLimit}
          </span>
        </h2>
        {!isAdding && !setup && !onlyLooks && deviceLimit > 0 && (
          <Button
            kind={devices.length === 0 ? 'main' : 'quiet'}
            size={devices.length === 0 ? 'normal' : 'small'}
            disabled={isFull}
            onClick={() => setAdding(true)}
          >
            기기 추가
          </Button>
        )}
      </div>
      {deviceLimit > 0 && (
        <p className="text-caption text-ink-2">
          {/* A sub-id has a share of the devices, but connects beside all others. */}
          {!service.rights && `IP 1개당 기기 ${service.deviceLimit}대 등록 · `}동시 접속 {service.connections}
          대{takeOver && `. ${takeOver}`}
        </p>
      )}
      <Pretended service={service} />
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      {isFull && !setup && (
        <p className="text-caption text-ink-2">
          {deviceLimit > 0
            ? `기기를 ${deviceLimit}대까지 등록할 수 있습니다. 쓰지 않는 기기를 삭제하면 새로 추가할 수 있습니다.`
            : '기기를 추가하려면 서브 아이디를 만든 회원에게 요청해 주세요.'}
        </p>
      )}
      {devices.length === 0 && !isAdding && !setup && !isFull && (
        <p className="text-ink-2 text-small">
          {onlyLooks ? '등록된 기기가 없습니다.' : '기기를 추가하면 설정 파일과 QR 코드가 바로 나옵니다.'}
        </p>
      )}
      {isAdding && !setup && (
        <AddDeviceForm
          taken={devices.map(({ name }) => name)}
          onAdd={add}
          onCancel={() => setAdding(false)}
        />
      )}
      {setup && !onlyLooks && (
        <DeviceSetup
          key={setup.device.id}
          setup={setup}
          isStored={isStored}
          serviceId={service.id}
          onClose={close}
        />
      )}
      {devices.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isSettingUp={setup !== null}
              isReadOnly={onlyLooks}
              onChangeKey={() => ask(device, NEW_KEY, renewKey)}
              onRemove={() => ask(device, REMOVAL, remove)}
            />
          ))}
        </ul>
      )}
      {!onlyLooks && devices.some(hasLostTouch) && (
        <p className="text-caption text-ink-2">
          다시 연결되지 않는 기기는 VPN을 껐다 켜 주세요. 기기의 날짜와 시각을 고친 뒤에도 연결되지 않으면 ‘키
          다시 만들기’를 눌러 주세요.
        </p>
      )}
      {!onlyLooks && deviceLimit > 0 && (
        <SetUpForOthers serviceId={service.id} isShare={service.rights !== null} isFull={isFull} />
      )}
    </div>
  )
}

/** Was connected before. The gateway takes no handshake that a clock dates before the last one (WireGuard's replay check). */
const hasLostTouch = ({ off, connected, lastHandshakeAt }: Device) =>
  !off && !connected && lastHandshakeAt !== null

const NEW_KEY = {
  title: '키를 다시 만드시겠습니까?',
  message: '지금 쓰는 설정은 바로 끊어집니다. 새 설정을 기기에 다시 넣어 주세요.',
  confirmLabel: '다시 만들기',
}

const REMOVAL = {
  title: '기기를 삭제하시겠습니까?',
  message: '이 기기의 연결이 바로 끊어지며, 다시 쓰려면 새로 추가해야 합니다.',
  confirmLabel: '삭제',
}
