import { useEffect } from 'react'
import { get } from '../api/client'
import { pageAt } from '../routing'
import { useNavigate } from '../ui/navigate'

const FLAG = 'ieum:visit'

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

async function logVisit(referrer: URL, landing: URL): Promise<void> {
  const answer = await fetch('/api/v1/home/visit', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ipAddress: await get('/api/get-ip').catch(() => '-'),
      referrerUrl: referrer.href,
      landingUrl: loggable(landing),
      keyword: keywordOf(referrer, landing),
    }),
  })
  const { status } = (await answer.json()) as { status: number }
  if (status !== 200) throw new Error(`the shop answered ${status}`)
  sessionStorage.setItem(FLAG, 'logged')
}

/** The address of the home page. `NaPm` is passed on unchanged, because its sender reads it again. */
function homeOf(landing: URL): string {
  const [, naPm] = /[?&](NaPm=[^&]*)/.exec(landing.search) ?? []
  return naPm ? `/?${naPm}` : '/'
}

/** Logs once per browser session where a visitor came from. A visit through an ad then moves to the home page. */
async function handleVisit(landing: URL, goHome: (path: string) => void): Promise<void> {
  try {
    const referrer = document.referrer ? new URL(document.referrer) : null
    if (!referrer || !isFromOutside(referrer, landing) || sessionStorage.getItem(FLAG)) return
    if (pageAt(landing.pathname, {}).secret) return
    await logVisit(referrer, landing)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants it in the console and nowhere else
    console.warn('The visit was not logged.', error)
  }
  if (landing.searchParams.has('n_query')) goHome(homeOf(landing))
}

/** Logs the visit on the first load. `landing` is the address at which the document was opened. */
export function useVisitLog(landing: string) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: later navigations are no visits
  useEffect(() => {
    void handleVisit(new URL(landing), (path) => navigate(path, { replace: true }))
  }, [])
}
