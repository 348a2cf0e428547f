import { useState } from 'react'
import { Problem } from '../../api/problem'
import type { Channel, Purpose } from '../../api/types'
import { messageOf } from '../form'
import { aProof, comparable, fits, type Proof } from './proof'
import { useConfirmCode, useSendCode } from './queries'

/**
 * Counted from the moment the answer arrives, not read off the answer: a visitor's clock may be wrong by minutes.
 */
export const CODE_LIVES = 180_000
export const RESEND_AFTER = 60_000

interface Sent {
  id: string
  target: string
  expiresAt: number
}

interface Wanted {
  channel: Channel
  purpose: Purpose
  /** What stands in the field now. */
  typed: string
  proof: Proof | null
  onProof: (proof: Proof) => void
}

/** What a refusal says of the one field there is. */
const sentence = (error: unknown) =>
  error instanceof Problem ? (error.fields[0]?.detail ?? error.detail) : messageOf(error)

/** The steps from a number or address to the proof that it is theirs. */
export function useCode({ channel, purpose, typed, proof, onProof }: Wanted) {
  const sending = useSendCode()
  const confirming = useConfirmCode()
  const [last, setLast] = useState<Sent | null>(null)
  const [wait, setWait] = useState<{ target: string; until: number } | null>(null)
  const [refused, setRefused] = useState<{ target: string; message: string } | null>(null)
  const [codeError, setCodeError] = useState<string>()

  const target = comparable(channel, typed)
  const isVerified = fits(proof, channel, typed)
  // Another number needs another code; going back to the first finds its code still open.
  const sent = last?.target === target && !isVerified ? last : null

  async function send(): Promise<void> {
    setRefused(null)
    setCodeError(undefined)
    try {
      const { id } = await sending.mutateAsync({ channel, target, purpose })
      setLast({ id, target, expiresAt: Date.now() + CODE_LIVES })
      setWait({ target, until: Date.now() + RESEND_AFTER })
    } catch (error) {
      setRefused({ target, message: sentence(error) })
      if (error instanceof Problem && error.retryAfter !== null)
        setWait({ target, until: Date.now() + error.retryAfter * 1000 })
    }
  }

  async function confirm(code: string): Promise<void> {
    if (!sent) return
    setCodeError(undefined)
    try {
      const { id } = await confirming.mutateAsync({ id: sent.id, code })
      onProof(aProof(channel, sent.target, id))
      setLast(null)
    } catch (error) {
      setCodeError(sentence(error))
      // Nothing that is typed now can be right any more.
      if (error instanceof Problem && error.status === 409) setLast({ ...sent, expiresAt: Date.now() })
    }
  }

  return {
    isVerified,
    sent,
    resendAt: wait?.target === target ? wait.until : null,
    send,
    confirm,
    isSending: sending.isPending,
    isConfirming: confirming.isPending,
    sendError: refused?.target === target ? refused.message : undefined,
    codeError,
  }
}
