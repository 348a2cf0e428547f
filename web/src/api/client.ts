import { Problem, problemBody, SignedOut, unreachable } from './problem'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** `false` where 401 is an answer to what was typed (login), not the end of a session. */
  authenticated?: boolean
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  const init: RequestInit = { method, headers, credentials: 'same-origin' }
  if (options.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(options.body)
  }
  if (options.signal) init.signal = options.signal
  try {
    return await fetch(path, init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw unreachable()
  }
}

/** Sends one call and hands back `data` of the envelope; a refusal is thrown as a `Problem`. */
export async function call<Data>(method: Method, path: string, options: CallOptions = {}): Promise<Data> {
  const authenticated = options.authenticated ?? true
  let response = await send(method, path, options)
  // Once more: a parallel request may just have rotated the tokens.
  if (response.status === 401 && authenticated) response = await send(method, path, options)
  if (!response.ok) {
    const body = await problemBody(response)
    throw response.status === 401 && authenticated ? new SignedOut(body) : new Problem(body)
  }
  const envelope = (await response.json()) as { data: Data }
  return envelope.data
}

export const get = <Data>(path: string, signal?: AbortSignal) =>
  call<Data>('GET', path, signal ? { signal } : {})

export const post = <Data>(path: string, body?: unknown) => call<Data>('POST', path, { body })

export const put = <Data>(path: string, body: unknown) => call<Data>('PUT', path, { body })

export const remove = (path: string) => call<null>('DELETE', path)
