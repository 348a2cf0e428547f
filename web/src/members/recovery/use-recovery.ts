import { useEffect, useState } from 'react'
import { Problem } from '../../api/problem'
import { RESEND_AFTER } from '../verification/use-code'
import { type Claim, type Recovery, useStartRecovery } from './queries'

/** In milliseconds from the arrival of the answer. Longer than for other codes, because mail may be slow. */
const CODE_LIVES = 600_000

/** A claim that was sent, and the verification whose code is mailed if the claim is true. */
export interface Asked {
  claim: Claim
  verificationId: string
  expiresAt: number
}

/** In memory only: whoever has found their id goes on to a new password with the same name and mail. */
let carried: Claim | null = null

/** Fills the next recovery page in with this claim, once. */
export const carryClaim = (claim: Claim) => {
  carried = claim
}

/** The first step of finding an id or resetting a password: sends the claim and times its code. */
export function useRecovery(recovery: Recovery) {
  const start = useStartRecovery(recovery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [claim, setClaim] = useState(carried)
  const [resendAt, setResendAt] = useState<number | null>(null)
  useEffect(() => {
    carried = null
  }, [])

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

  /** Marks the code as used up, so that only a new one helps. */
  const expire = () => setAsked((before) => before && { ...before, expiresAt: Date.now() })

  return {
    asked,
    /** The claim typed last, for correction. */
    claim,
    /** Goes back to the claim, for those whom no mail reaches. */
    restart: () => setAsked(null),
    resendAt,
    ask,
    expire,
    isAsking: start.isPending,
    /** Why no further code was sent; shown beside the field for the first one. */
    resendError: asked && start.error?.message,
  }
}
