import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { MadeDeviceLink } from '../../api/types'
import { useKeptInTab } from '../../members'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'

/** Only whoever sets up somebody else's device loads it. */
const DeviceLinks = lazy(() => import('./device-links'))

/** So long may a link be used. */
const AN_HOUR = 3_600_000

interface SetUpForOthersProps {
  serviceId: number
  /** Whether it is a sub-id who sets up, within its share. */
  isShare: boolean
  /** Whether whoever looks has no place for another device. */
  isFull: boolean
}

/** The second way to a device: a link for whoever holds it. */
export function SetUpForOthers({ serviceId, isShare, isFull }: SetUpForOthersProps) {
  // A new link is on its way through a messenger, for which a phone may drop the tab.
  const { value: made, isStored, keep } = useKeptInTab<MadeDeviceLink>(`device-link:${serviceId}`, AN_HOUR)
  const [isPressed, setPressed] = useState(false)
  const isOpen = isPressed || made !== null
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // What was closed had the focus.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen)
    return (
      <Suspense fallback={<Skeleton className="h-64" />}>
        <DeviceLinks
          {...{ serviceId, isShare, isFull, made, isStored }}
          onMade={(link) => {
            setPressed(true)
            keep(link)
          }}
          onClose={() => {
            setPressed(false)
            keep(null)
          }}
        />
      </Suspense>
    )
  return (
    <Button ref={button} kind="text" className="-ml-2 justify-self-start" onClick={() => setPressed(true)}>
      다른 사람의 기기 설정하기
    </Button>
  )
}
