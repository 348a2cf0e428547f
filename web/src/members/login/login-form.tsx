import { useState } from 'react'
import { CredentialsForm } from './credentials-form'
import type { Credentials } from './queries'
import { SecondFactorForm } from './second-factor-form'

/** Both steps of a login. After a success the login page sees the member and redirects. */
export function LoginForm() {
  // Id and password between the two steps. They are kept in memory only.
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  return accepted ? (
    <SecondFactorForm credentials={accepted} onBack={() => setAccepted(null)} />
  ) : (
    <CredentialsForm onSecondFactor={setAccepted} />
  )
}
