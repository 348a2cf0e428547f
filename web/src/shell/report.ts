import { post } from '../api/client'

/** One broken page can fail many times over; the first few tell it all. */
const MOST = 5
const reported = new Set<string>()

/** What stands behind a `?` may be about a person. */
const withoutQueries = (text: string, length: number) => text.replaceAll(/\?[^\s)'"]*/g, '').slice(0, length)

/** The built file that the page runs: it names the release. */
const release = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.src.split('/').pop() ?? ''

/** Tells the shop what broke; nobody waits for it, and that it could not be told is nobody's concern. */
export async function report(error: unknown): Promise<void> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (reported.has(message) || reported.size >= MOST) return
  reported.add(message)
  await post('/api/v1/home/client-error', {
    message: withoutQueries(message, 500),
    stack: withoutQueries(stack, 4000),
    path: location.pathname.slice(0, 500),
    release: release().slice(0, 100),
  }).catch(() => undefined)
}
