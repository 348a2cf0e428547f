import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
// biome-ignore lint/style/noRestrictedImports: what it weighs, no visitor loads.
import { MemoryRouter as Router, useNavigate } from 'react-router'
import { NavigatorContext } from '../src/ui/navigate'

function Navigating({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useLayoutEffect(() => {
    latest.current = navigate
  })
  // One for all entries, as the browser's router has it.
  const [navigator] = useState({
    push: (to: string) => void latest.current(to),
    replace: (to: string) => void latest.current(to, { replace: true }),
  })
  return <NavigatorContext value={navigator}>{children}</NavigatorContext>
}

/** Holds the address in memory, as the browser's router holds the address bar. */
export function MemoryRouter({ entries, children }: { entries: string[]; children: ReactNode }) {
  return (
    <Router initialEntries={entries}>
      <Navigating>{children}</Navigating>
    </Router>
  )
}
