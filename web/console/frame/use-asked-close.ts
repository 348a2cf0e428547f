import { type FormEvent, useRef, useState } from 'react'

type Written = HTMLInputElement | HTMLTextAreaElement

const isWritten = (target: EventTarget): target is Written =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file'].includes(target.type))

/**
 * Closing what somebody has written in asks once before it is dropped; closing again drops it. `isFilled` says that there is
 * something that was written before this dialog was there.
 */
export function useAskedClose(onClose: () => void, isFilled: boolean) {
  const written = useRef(new Set<Written>())
  const [isAsking, setAsking] = useState(false)
  return {
    isAsking,
    stay: () => setAsking(false),
    close() {
      const holdsText = [...written.current].some((field) => field.isConnected && field.value.trim() !== '')
      if ((isFilled || holdsText) && !isAsking) setAsking(true)
      else onClose()
    },
    onInput(event: FormEvent) {
      if (isWritten(event.target)) written.current.add(event.target)
      setAsking(false)
    },
  }
}
