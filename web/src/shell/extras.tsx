import { useEffect } from 'react'
import { ModalPlace } from '../ui/modal'
import { ToastPlace } from '../ui/toast'
import { BackToTop } from './back-to-top'
import { holdJumps } from './hold-jump'
import { usePageHead } from './page-head'
import { forgetReloads } from './recovery'
import { useSessionNews } from './session'
import { isSlowLine } from './slow-line'
import { useVisitLog } from './visit'

/**
 * Loads what comes last: the first paint should not wait for 90 font files. On a slow line the system's own Korean font stays,
 * because those files would stand in the way of the next page.
 */
async function loadRest() {
  holdJumps()
  await Promise.all([isSlowLine() ? null : import('../ui/fonts.css'), import('./route-error')])
  forgetReloads()
}

/** The parts of the shell that are loaded after the first paint. */
export default function Extras({ landing }: { landing: string }) {
  useVisitLog(landing)
  useSessionNews()
  usePageHead()
  useEffect(() => {
    loadRest().catch(() => undefined) // `vite:preloadError` has announced a missing file
  }, [])
  return (
    <>
      <BackToTop />
      <ToastPlace />
      <ModalPlace />
    </>
  )
}
