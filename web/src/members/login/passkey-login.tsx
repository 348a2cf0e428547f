import { KeyRound } from 'lucide-react'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { useHydrated } from '../../ui/hydrated'
import { hasPasskeys } from '../webauthn'
import { usePasskeyLogin } from './queries'

/** The passkey button; absent in a browser without passkeys. */
export function PasskeyLogin({ onDone }: { onDone?: (() => void) | undefined }) {
  const isHydrated = useHydrated()
  const login = usePasskeyLogin()
  if (!isHydrated || !hasPasskeys()) return null
  return (
    <div className="mt-3 grid gap-3">
      <Button
        kind="quiet"
        wide
        loading={login.isPending}
        onClick={() => login.mutate(undefined, { onSuccess: () => onDone?.() })}
      >
        <KeyRound aria-hidden="true" className="size-5" strokeWidth={1.75} />
        패스키로 로그인
      </Button>
      {login.error && <Callout tone="danger">{login.error.message}</Callout>}
    </div>
  )
}
