import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { get } from '../api/client'
import { pageAt } from '../routing'
import { useNavigate } from '../ui/navigate'

const FLAG = 'ieum:visit'
/** The visit whose log failed: it is tried again on each later page of the tab. */
const UNLOGGED = 'ieum:unlogged-visit'

/** Hosts of identity checks. We send visitors there ourselves, so their return is no visit. */
const IDENTITY_HOSTS = [
  'portone.io',
  'iamport.co',
  'passauth.co.kr',
  'niceid.co.kr',
  'checkplus.co.kr',
  'danal.co.kr',
  'teledit.com',
  'kcp.co.kr',
  'inicis.com',
  'kmcert.com',
  'mobile-ok.com',
  'ok-name.co.kr',
]

/** The query parameter in which a search engine passes on the search words, if it still does. */
const ENGINES: [host: string, name: string][] = [
  ['naver.com', 'query'],
  ['daum.net', 'q'],
  ['bing.com', 'q'],
  ['zum.com', 'query'],
]

const isWithin = (hostname: string, host: string) => hostname === host || hostname.endsWith(`.${host}`)

const isFromOutside = (referrer: URL, landing: URL) =>
  referrer.hostname !== landing.hostname && !IDENTITY_HOSTS.some((host) => isWithin(referrer.hostname, host))

/** The search words, which an ad puts into the landing address and a search engine into its own. */
function keywordOf(referrer: URL, landing: URL): string {
  const [, name = ''] = ENGINES.find(([host]) => isWithin(referrer.hostname, host)) ?? []
  return (
    landing.searchParams.get('n_query') ||
    landing.searchParams.get('n_keyword') ||
    referrer.searchParams.get(name) ||
    ''
  )
}

/** The landing address to log. The query of a member's page is left out: it may hold the key of a payment. */
const loggable = ({ href, origin, pathname }: URL) =>
  pageAt(pathname, {}).auth === 'member' ? origin + pathname : href

/** What is logged of a visit, but for the address that the visitor has when it is sent. */
const visitOf = (referrer: URL, landing: URL) => ({
  referrerUrl: referrer.href,
  landingUrl: loggable(landing),
  keyword: keywordOf(referrer, landing),
})

let isUnderWay = false

async function logVisit(visit: ReturnType<typeof visitOf>): Promise<void> {
  if (isUnderWay) return
  isUnderWay = true
  try {
    sessionStorage.setItem(UNLOGGED, JSON.stringify(visit))
    const answer = await fetch('/api/v1/home/visit', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ipAddress: await get('/api/get-ip').catch(() => '-'), ...visit }),
    })
    const { status } = (await answer.json()) as { status: number }
    if (status !== 200) throw new Error(`the shop answered ${status}`)
    sessionStorage.setItem(FLAG, 'logged')
    sessionStorage.removeItem(UNLOGGED)
  } finally {
    isUnderWay = false
  }
}

/** Tries again what an earlier page of this tab could not log. */
async function logLater(): Promise<void> {
  const unlogged = sessionStorage.getItem(UNLOGGED)
  if (unlogged) await logVisit(JSON.parse(unlogged))
}

// biome-ignore lint/suspicious/noConsole: the specification wants it in the console and nowhere else
const warn = (error: unknown) => console.warn('The visit was not logged.', error)

/** The address of the home page. `NaPm` is passed on unchanged, because its sender reads it again. */
function homeOf(landing: URL): string {
  const [, naPm] = /[?&](NaPm=[^&]*)/.exec(landing.search) ?? []
  return naPm ? `/?${naPm}` : '/'
}

/** Logs once per browser session where a visitor came from. A visit through an ad then moves to the home page. */
async function handleVisit(landing: URL, goHome: (path: string) => void): Promise<void> {
  try {
    const referrer = document.referrer ? new URL(document.referrer) : null
    if (sessionStorage.getItem(FLAG)) return
    if (!referrer || !isFromOutside(referrer, landing)) return await logLater()
    if (pageAt(landing.pathname, {}).secret) return
    await logVisit(visitOf(referrer, landing))
  } catch (error) {
    warn(error)
  }
  if (landing.searchParams.has('n_query')) goHome(homeOf(landing))
}

/** Logs the visit on the first load, or on a later page. `landing` is the address at which the document was opened. */
export function useVisitLog(landing: string) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const landed = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: later navigations are no visits
  useEffect(() => {
    void handleVisit(new URL(landing), (path) => navigate(path, { replace: true }))
  }, [])
  useEffect(() => {
    if (pathname !== landed.current) logLater().catch(warn)
    landed.current = pathname
  }, [pathname])
}
