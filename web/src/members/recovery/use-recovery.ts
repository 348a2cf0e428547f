import { useState } from 'react'
import { Problem } from '../../api/problem'
import { RESEND_AFTER } from '../verification/use-code'
import { type Claim, type Recovery, useStartRecovery } from './queries'

/** Counted from the answer's arrival, as for every code; mail may take its time. */
const CODE_LIVES = 600_000

/** A claim that was sent, and the code that is on its way if it is true. */
export interface Asked {
  claim: Claim
  verificationId: string
  expiresAt: number
}

/** From what somebody knows of themselves to the code in their mail. */
export function useRecovery(recovery: Recovery) {
  const start = useStartRecovery(recovery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [claim, setClaim] = useState<Claim | null>(null)
  const [resendAt, setResendAt] = useState<number | null>(null)

  async function ask(claim: Claim): Promise<void> {
    setClaim(claim)
    try {
      const { verificationId } = await start.mutateAsync(claim)
      setAsked({ claim, verificationId, expiresAt: Date.now() + CODE_LIVES })
      setResendAt(Date.now() + RESEND_AFTER)
    } catch (error) {
      if (error instanceof Problem && error.retryAfter !== null)
        setResendAt(Date.now() + error.retryAfter * 1000)
      throw error
    }
  }

  /** A code that can no longer be right: only a new one helps. */
  const expire = () => setAsked((before) => before && { ...before, expiresAt: Date.now() })

  return {
    asked,
    /** What was typed last, to be put right. */
    claim,
    /** Nobody is told whether it was right; whoever waits in vain types it again. */
    restart: () => setAsked(null),
    resendAt,
    ask,
    expire,
    isAsking: start.isPending,
    /** Why no other code was sent; said beside the first one. */
    resendError: asked && start.error?.message,
  }
}
