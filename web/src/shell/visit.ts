import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { get } from '../api/client'
import { pageAt } from '../routing'

const FLAG = 'ieum:visit'

/** Where we send somebody to prove who they are, and from where they come back: no visit from outside. */
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

/** Under which name a search engine passes on what was typed, if it still does. */
const ENGINES: [host: string, name: string][] = [
  ['naver.com', 'query'],
  ['daum.net', 'q'],
  ['bing.com', 'q'],
  ['zum.com', 'query'],
]

const isWithin = (hostname: string, host: string) => hostname === host || hostname.endsWith(`.${host}`)

const isFromOutside = (referrer: URL, landing: URL) =>
  referrer.hostname !== landing.hostname && !IDENTITY_HOSTS.some((host) => isWithin(referrer.hostname, host))

/** What was typed: an advertisement says it in the address it leads to, a search engine in its own. */
function keywordOf(referrer: URL, landing: URL): string {
  const [, name = ''] = ENGINES.find(([host]) => isWithin(referrer.hostname, host)) ?? []
  return (
    landing.searchParams.get('n_query') ||
    landing.searchParams.get('n_keyword') ||
    referrer.searchParams.get(name) ||
    ''
  )
}

/** Behind a member's page stands what is theirs: the key of a payment that the provider leads back with. */
const withoutPrivateQuery = ({ href, origin, pathname }: URL) =>
  pageAt(pathname, {}).auth === 'member' ? origin + pathname : href

async function logVisit(referrer: URL, landing: URL): Promise<void> {
  const answer = await fetch('/api/v1/home/visit', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ipAddress: await get('/api/get-ip').catch(() => '-'),
      referrerUrl: referrer.href,
      landingUrl: withoutPrivateQuery(landing),
      keyword: keywordOf(referrer, landing),
    }),
  })
  const { status } = (await answer.json()) as { status: number }
  if (status !== 200) throw new Error(`the shop answered ${status}`)
  sessionStorage.setItem(FLAG, 'logged')
}

/** The home page; `NaPm` goes along as it stands, because its sender reads it again. */
function homeOf(landing: URL): string {
  const [, naPm] = /[?&](NaPm=[^&]*)/.exec(landing.search) ?? []
  return naPm ? `/?${naPm}` : '/'
}

/** Tells the shop once per browser session from where a visitor came. An advertisement's leads home afterwards. */
async function noteVisit(landing: URL, goHome: (path: string) => void): Promise<void> {
  try {
    const referrer = document.referrer ? new URL(document.referrer) : null
    if (!referrer || !isFromOutside(referrer, landing) || sessionStorage.getItem(FLAG)) return
    await logVisit(referrer, landing)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants it in the console and nowhere else
    console.warn('The visit was not logged.', error)
  }
  if (landing.searchParams.has('n_query')) goHome(homeOf(landing))
}

/** On the first load only: `landing` is where the document was opened, wherever one has gone since. */
export function useVisitLog(landing: string) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: later navigations are no visits
  useEffect(() => {
    void noteVisit(new URL(landing), (path) => navigate(path, { replace: true }))
  }, [])
}
