import { useEffect } from 'react'
import { ModalPlace } from '../ui/modal'
import { ToastPlace } from '../ui/toast'
import { BackToTop } from './back-to-top'
import { forgetReloads } from './recovery'
import { useSessionNews } from './session'
import { useVisitLog } from './visit'

/** The last of what a page starts with: 90 font files are nothing the first paint should wait for. */
async function loadTheRest() {
  await Promise.all([import('../ui/fonts.css'), import('./route-error')])
  forgetReloads()
}

/** What no page needs to be seen and used at first. */
export default function Extras({ landing }: { landing: string }) {
  useVisitLog(landing)
  useSessionNews()
  useEffect(() => {
    loadTheRest().catch(() => undefined) // a missing file has announced itself already
  }, [])
  return (
    <>
      <BackToTop />
      <ToastPlace />
      <ModalPlace />
    </>
  )
}
