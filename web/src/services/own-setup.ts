import { useEffect, useRef, useState } from 'react'
import type { Service } from '../api/types'
import { dropKept, useKeptInTab } from '../members'
import type { Setup } from './device-setup'

/** Under which name a tab keeps the settings of a service's device. */
const nameOf = (serviceId: number) => `device:${serviceId}`

/** Drops from the tab what a service that does not run has no use for. */
export const forgetSetup = (serviceId: number) => dropKept(nameOf(serviceId))

/** So long may somebody take to install the app. A key that is lost later is made anew by a press. */
const KEPT_FOR = 24 * 3_600_000

/**
 * The settings of a device of this service that were made in this tab, which keeps them until they are closed, the device
 * connects or is removed. A device that the list does not show is shown only where it was made just now.
 */
export function useOwnSetup({ id, devices }: Pick<Service, 'id' | 'devices'>) {
  const name = nameOf(id)
  const { value: setup, isStored, keep } = useKeptInTab<Setup>(name, KEPT_FOR)
  const [added, setAdded] = useState<number | null>(null)
  const lastListed = useRef<number | null>(null)
  const deviceId = setup?.device.id ?? null
  const device = devices.find((one) => one.id === deviceId)
  const isConnected = device?.connected ?? false

  useEffect(() => {
    if (device) lastListed.current = device.id
    // It was removed, in another tab or by whoever else may.
    else if (deviceId !== null && lastListed.current === deviceId) keep(null)
  }, [device, deviceId, keep])

  // What is on the screen stays.
  useEffect(() => {
    if (isConnected) dropKept(name)
  }, [isConnected, name])

  function show(next: Setup | null) {
    setAdded(next?.device.id ?? null)
    keep(next)
  }
  return { setup: device || added === deviceId ? setup : null, isStored, show }
}
