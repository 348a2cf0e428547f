import { useState } from 'react'
import { Problem } from '../../api/problem'
import type { Channel, Purpose } from '../../api/types'
import { fieldMessageOf } from '../form'
import { aProof, comparable, fits, type Proof } from './proof'
import { useConfirmCode, useSendCode } from './queries'

/**
 * How long a code holds, in milliseconds. We count from the arrival of the answer instead of using the time in it,
 * because a visitor's clock may be wrong by minutes.
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
  /** The current text of the field. */
  typed: string
  proof: Proof | null
  onProof: (proof: Proof) => void
}

/** Sends a code to a phone number or mail address and confirms it, which yields the proof of ownership. */
export function useCode({ channel, purpose, typed, proof, onProof }: Wanted) {
  const sending = useSendCode()
  const confirming = useConfirmCode()
  const [lastSent, setLastSent] = useState<Sent | null>(null)
  const [wait, setWait] = useState<{ target: string; until: number } | null>(null)
  const [refused, setRefused] = useState<{ target: string; message: string } | null>(null)
  const [codeError, setCodeError] = useState<string>()

  const target = comparable(channel, typed)
  const isVerified = fits(proof, channel, typed)
  // A different number needs a new code; typing the first number again brings its code back.
  const sent = lastSent?.target === target && !isVerified ? lastSent : null

  async function send(): Promise<void> {
    setRefused(null)
    setCodeError(undefined)
    try {
      const { id } = await sending.mutateAsync({ channel, target, purpose })
      setLastSent({ id, target, expiresAt: Date.now() + CODE_LIVES })
      setWait({ target, until: Date.now() + RESEND_AFTER })
    } catch (error) {
      setRefused({ target, message: fieldMessageOf(error) })
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
      setLastSent(null)
    } catch (error) {
      setCodeError(fieldMessageOf(error))
      // The code is used up: only a new one helps.
      if (error instanceof Problem && error.status === 409) setLastSent({ ...sent, expiresAt: Date.now() })
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
