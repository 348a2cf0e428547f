import { useState } from 'react'
import { CredentialsForm } from './credentials-form'
import type { Credentials } from './queries'
import { SecondFactorForm } from './second-factor-form'

/** When it succeeds the page sees the member and leads on by itself. */
export function LoginForm() {
  // Id and password between the two steps; never anywhere but in this memory.
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  return accepted ? (
    <SecondFactorForm credentials={accepted} onBack={() => setAccepted(null)} />
  ) : (
    <CredentialsForm onSecondFactor={setAccepted} />
  )
}
