import { Problem, problemBody, SignedOut, unreachable } from '../../src/api/problem'
import { saveFile } from '../../src/ui/save-file'

/** Has the server make a file of what is sent, and saves it under the server's name for it. */
export async function download(path: string, body: unknown, fallback: string): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: '*/*', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) {
    const problem = await problemBody(response)
    throw response.status === 401 ? new SignedOut(problem) : new Problem(problem)
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')
  saveFile(named?.[1] ?? fallback, await response.blob())
}
