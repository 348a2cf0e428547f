import { useState } from 'react'
import { storedText } from '../../src/ui/browser-storage'
import { useSession } from '../frame/session'

/** An answer that is being written. This browser keeps it until it is sent, under the name of whoever writes it. */
export function useDraft(inquiryId: number) {
  const { id } = useSession()
  const kept = storedText('localStorage', `ieum:console:answer:${id}:${inquiryId}`)
  const [body, setBody] = useState(() => kept.get() ?? '')
  return {
    body,
    setBody(text: string) {
      setBody(text)
      kept.set(text || null)
    },
  }
}
