import { useEffect, useRef, useState } from 'react'
import type { Device, Service } from '../api/types'
import { dropKept, useKeptInTab } from '../members'
import { openModal } from '../ui/modal'
import type { Setup } from './device-setup'

/** Under which name a tab keeps the settings of a service's device. */
const nameOf = (serviceId: number) => `device:${serviceId}`

/** Drops from the tab what a service that does not run has no use for. */
export const forgetSetup = (serviceId: number) => dropKept(nameOf(serviceId))

/** So long may somebody take to install the app. A key that is lost later is made anew by a press. */
const KEPT_FOR = 24 * 3_600_000

/** What settings are made of: a key that is made anew, or an address that a move gives, makes those of before useless. */
const isSame = (one: Device, other: Device) =>
  one.publicKey === other.publicKey && one.tunnelAddress === other.tunnelAddress

const tellOfOthers = ({ name }: Device) =>
  openModal({
    type: 'alert',
    title: '설정이 바뀌었습니다',
    message: `기기: ${name}\n다른 곳에서 키를 다시 만들었거나 서버가 바뀌어, 이 탭에 있던 설정으로는 연결되지 않습니다. 새 설정이 없다면 기기 목록에서 ‘키 다시 만들기’를 눌러 주세요.`,
  })

/**
 * The settings of a device of this service that were made in this tab, which keeps them until they are closed, the device
 * connects, is removed or has other settings. One that the list does not show, or not yet with these settings, is shown
 * only where they were made just now.
 */
export function useOwnSetup({ id, devices, pretendedUse }: Pick<Service, 'id' | 'devices' | 'pretendedUse'>) {
  const name = nameOf(id)
  const { value: setup, isStored, keep } = useKeptInTab<Setup>(name, KEPT_FOR)
  const [added, setAdded] = useState<number | null>(null)
  const lastListed = useRef<number | null>(null)
  const deviceId = setup?.device.id ?? null
  const device = devices.find((one) => one.id === deviceId)
  // A demo's gateway connects within a second, before anybody can have the settings in the app.
  const isConnected = (device?.connected ?? false) && !pretendedUse
  const isListed = device !== undefined && setup !== null && isSame(device, setup.device)
  const isNew = deviceId !== null && added === deviceId

  useEffect(() => {
    if (isListed) lastListed.current = deviceId
    // It was removed, or has other settings since: by another tab, a move, or whoever else may.
    else if (deviceId !== null && (lastListed.current === deviceId || (device && !isNew))) {
      keep(null)
      if (device) tellOfOthers(device)
    }
  }, [device, deviceId, isListed, isNew, keep])

  // What is on the screen stays.
  useEffect(() => {
    if (isConnected) dropKept(name)
  }, [isConnected, name])

  function show(next: Setup | null) {
    lastListed.current = null
    setAdded(next?.device.id ?? null)
    keep(next)
  }
  return { setup: isListed || isNew ? setup : null, isStored, show }
}
