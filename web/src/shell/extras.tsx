import { useEffect } from 'react'
import { ModalPlace } from '../ui/modal'
import { ToastPlace } from '../ui/toast'
import { BackToTop } from './back-to-top'
import { usePageHead } from './page-head'
import { forgetReloads } from './recovery'
import { useSessionNews } from './session'
import { useVisitLog } from './visit'

/** Loads what comes last: the first paint should not wait for 90 font files. */
async function loadRest() {
  await Promise.all([import('../ui/fonts.css'), import('./route-error')])
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
