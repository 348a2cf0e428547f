import { Problem, problemBody, SignedOut, unreachable } from '../../src/api/problem'

/** Has the server make a file of what is sent, and hands it to the browser under the server's name for it. */
export async function download(path: string, body: unknown, fallback: string): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) {
    const problem = await problemBody(response)
    throw response.status === 401 ? new SignedOut(problem) : new Problem(problem)
  }
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fallback
  link.click()
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
