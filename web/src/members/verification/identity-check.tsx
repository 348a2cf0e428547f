import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Purpose, VerifiedIdentity } from '../../api/types'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { FieldError } from '../../ui/field'
import { openIdentityWindow, returnedIdentity } from './portone'
import { confirmIdentity, startIdentity } from './queries'

interface IdentityCheckProps {
  purpose: Purpose
  isVerified: boolean
  /** Set when the form was sent without the check. */
  error: string | undefined
  onVerified: (identity: VerifiedIdentity) => void
}

const ERROR_ID = 'identity-error'

/** Gets the visitor's name and phone number from their carrier, through the provider's window. */
export function IdentityCheck({ purpose, isVerified, error, onVerified }: IdentityCheckProps) {
  const check = useMutation({
    mutationFn: async (returned: string | null) => {
      if (returned !== null) return confirmIdentity(returned)
      const opened = await startIdentity(purpose)
      await openIdentityWindow(opened)
      return confirmIdentity(opened.id)
    },
    onSuccess: onVerified,
  })

  const { mutate } = check
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current) return
    hasLooked.current = true
    const id = returnedIdentity()
    if (id !== null) mutate(id)
  }, [mutate])

  return (
    <div className="grid gap-3">
      <div role="status" className="empty:hidden">
        {isVerified && (
          <Callout tone="ok">본인인증을 마쳤습니다. 이름과 휴대폰 번호를 확인해 주세요.</Callout>
        )}
      </div>
      <Button
        kind="quiet"
        loading={check.isPending}
        aria-describedby={ERROR_ID}
        aria-invalid={error ? true : undefined}
        onClick={() => check.mutate(null)}
      >
        {isVerified ? '다시 인증하기' : '휴대폰 본인인증 하기'}
      </Button>
      <FieldError id={ERROR_ID} error={check.error?.message ?? error} />
    </div>
  )
}
