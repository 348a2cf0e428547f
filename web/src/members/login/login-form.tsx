import { useState } from 'react'
import { CredentialsForm } from './credentials-form'
import { PasskeyLogin } from './passkey-login'
import type { Credentials } from './queries'
import { SecondFactorForm } from './second-factor-form'

interface LoginFormProps {
  /** What stands in the id field where this browser remembers none. */
  known?: string | undefined
  /** Called once the page's data is the member's. */
  onDone?: (() => void) | undefined
}

/** Both steps of a login, and the passkey in place of them. */
export function LoginForm({ known, onDone }: LoginFormProps) {
  // Id and password between the two steps. They are kept in memory only.
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  return (
    <>
      {accepted ? (
        <SecondFactorForm credentials={accepted} onBack={() => setAccepted(null)} onDone={onDone} />
      ) : (
        <CredentialsForm known={known} onSecondFactor={setAccepted} onDone={onDone} />
      )}
      <PasskeyLogin onDone={onDone} />
    </>
  )
}
