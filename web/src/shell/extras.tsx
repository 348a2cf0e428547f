import { Suspense, useEffect } from 'react'
import { LoginAgain, useSessionEnded } from '../members'
import { ModalPlace } from '../ui/modal'
import { ToastPlace } from '../ui/toast'
import { watchForeignNodes } from '../ui/watch-foreign-nodes'
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
  watchForeignNodes()
  holdJumps()
  await Promise.all([isSlowLine() ? null : import('../ui/fonts.css'), import('./route-error')])
  forgetReloads()
}

/**
 * The parts of the shell that are loaded after the first paint. On a slow line somebody has pressed a link or logged in by
 * then, so they are told the address and the member of the document.
 */
export default function Extras({ landing, arrivedAs }: { landing: string; arrivedAs: string | null }) {
  useVisitLog(landing)
  useSessionNews(arrivedAs)
  usePageHead(landing)
  useEffect(() => {
    loadRest().catch(() => undefined) // `vite:preloadError` has announced a missing file
  }, [])
  const isEnded = useSessionEnded()
  return (
    <>
      <BackToTop />
      <ToastPlace />
      <ModalPlace />
      {isEnded && (
        <Suspense fallback={null}>
          <LoginAgain />
        </Suspense>
      )}
    </>
  )
}
