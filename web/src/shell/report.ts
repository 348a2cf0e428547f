import { post } from '../api/client'
import { showErrorPage } from './broken-app'
import { noteFailure } from './recovery'

/** One broken page can fail many times; the first few errors are enough to know. */
const MAX_REPORTS = 5
const reported = new Set<string>()

/** Removes the queries of addresses, which may contain personal data. */
const withoutQueries = (text: string, length: number) => text.replaceAll(/\?[^\s)'"]*/g, '').slice(0, length)

/** The name of the built script, which identifies the release. */
const release = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.src.split('/').pop() ?? ''

/** Reports an error to the server, each message once. Whether the report arrives does not matter. */
export async function report(error: unknown): Promise<void> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (reported.has(message) || reported.size >= MAX_REPORTS) return
  reported.add(message)
  await post('/api/v1/home/client-error', {
    message: withoutQueries(message, 500),
    stack: withoutQueries(stack, 4000),
    path: location.pathname.slice(0, 500),
    release: release().slice(0, 100),
  }).catch(() => undefined)
}

/** Reports an error that has taken the whole app off the page, and shows an error page. */
export function reportBroken(error: unknown) {
  noteFailure()
  void report(error)
  showErrorPage()
}
