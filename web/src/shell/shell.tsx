import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useMember } from '../members'
import type { PageSource } from '../pages/page-source'
import { isSwitchedOff, useConfig } from '../site'
import { LeadsNowhere } from '../ui/leads-nowhere'
import { useConnectLinks } from './connect-links'
import { CurrentPage } from './current-page'
import { ErrorBoundary } from './error-boundary'
import { Footer } from './footer'
import { Header } from './header'
import { usePageChange } from './page-change'
import { takeOver } from './presses'

const Extras = lazy(() => import('./extras'))

/** The frame of every page: header, footer, and the parts that are loaded later. */
export function Shell({ pages }: { pages: PageSource }) {
  const config = useConfig()
  const member = useMember()
  const { key } = useLocation()
  const main = usePageChange(config)
  const onPress = useConnectLinks()
  // Set after hydration, so that the extras are only loaded then.
  const [landing, setLanding] = useState<string>()
  const [arrivedAs] = useState(member?.mberId ?? null)
  useEffect(() => {
    setLanding(window.location.href)
    takeOver()
  }, [])
  return (
    <>
      <a
        href="#content"
        className="sr-only z-40 rounded-control bg-ink text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-3"
      >
        본문 바로가기
      </a>
      <ErrorBoundary>
        <Header />
      </ErrorBoundary>
      {/* No lower than the largest screen, or the footer would be seen to jump when a page or an answer comes late. */}
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="min-h-lvh print:min-h-0"
        onClickCapture={onPress}
      >
        <ErrorBoundary resetKey={key}>
          <LeadsNowhere value={(to) => isSwitchedOff(to, config, member)}>
            <CurrentPage pages={pages} />
          </LeadsNowhere>
        </ErrorBoundary>
      </main>
      <ErrorBoundary>
        <Footer />
      </ErrorBoundary>
      {landing !== undefined && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Extras landing={landing} arrivedAs={arrivedAs} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
