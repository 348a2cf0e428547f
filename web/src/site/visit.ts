import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { get, post } from '../api/client'

const FLAG = 'ieum:visit'
/** Names under which search engines and ads pass on what was typed. */
const KEYWORDS = ['n_query', 'query', 'q', 'utm_term']

const firstOf = (query: URLSearchParams) =>
  KEYWORDS.map((name) => query.get(name)).find((value) => value) ?? ''

/** Tells the shop once per browser session from where a visitor came, if from another site. */
async function logVisit(landing: URL): Promise<void> {
  const referrer = document.referrer ? new URL(document.referrer) : null
  if (!referrer || referrer.host === landing.host || sessionStorage.getItem(FLAG)) return
  try {
    await post<null>('/api/v1/home/visit', {
      ipAddress: await get<string>('/api/get-ip').catch(() => ''),
      referrerUrl: referrer.href,
      landingUrl: landing.href,
      keyword: firstOf(landing.searchParams) || firstOf(referrer.searchParams),
    })
    sessionStorage.setItem(FLAG, 'logged')
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants it in the console and nowhere else
    console.warn('The visit was not logged.', error)
  }
}

/** On the first load only. An ad's landing address, once noted, becomes the home page. */
export function useVisitLog() {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: later navigations are no visits
  useEffect(() => {
    const landing = new URL(location.href)
    void logVisit(landing)
    if (landing.searchParams.has('n_query')) navigate('/', { replace: true })
  }, [])
}
