import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'

/** Only whoever sets up somebody else's device loads it. */
const DeviceLinks = lazy(() => import('./device-links'))

interface SetUpForOthersProps {
  serviceId: number
  /** Whether it is a sub-id who sets up, within its share. */
  isShare: boolean
  /** Whether whoever looks has no place for another device. */
  isFull: boolean
}

/** The second way to a device: a link for whoever holds it. */
export function SetUpForOthers({ serviceId, isShare, isFull }: SetUpForOthersProps) {
  const [isOpen, setOpen] = useState(false)
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
        <DeviceLinks serviceId={serviceId} isShare={isShare} isFull={isFull} onClose={() => setOpen(false)} />
      </Suspense>
    )
  return (
    <Button ref={button} kind="text" className="-ml-2 justify-self-start" onClick={() => setOpen(true)}>
      다른 사람의 기기 설정하기
    </Button>
  )
}
