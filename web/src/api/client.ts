import type { Answer, Body, Callable, Method } from './path'
import { Problem, problemBody, SignedOut, unreachable } from './problem'
import { traceparent } from './trace'

interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** `false` where 401 means that what was typed is wrong (at the login), not that the session has ended. */
  authenticated?: boolean
}

/** Options of a call made before the login: its 401 does not end a session. */
export const AS_VISITOR = { authenticated: false }

async function send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  const init: RequestInit = { method: method.toUpperCase(), headers, credentials: 'same-origin' }
  if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  if (method !== 'get') headers.traceparent = traceparent(path)
  if (options.signal) init.signal = options.signal
  try {
    return await fetch(path, init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw unreachable()
  }
}

/** Sends a call and returns `data` of the answer's envelope; a refusal is thrown as a `Problem`. */
export async function answerTo<Data>(send: () => Promise<Response>, authenticated = true): Promise<Data> {
  const response = await accepted(send, authenticated)
  const envelope = (await response.json()) as { data: Data }
  return envelope.data
}

async function accepted(send: () => Promise<Response>, authenticated: boolean): Promise<Response> {
  let response = await send()
  // Once more: a parallel request may just have rotated the tokens.
  if (response.status === 401 && authenticated) response = await send()
  if (!response.ok) {
    const problem = await problemBody(response)
    throw response.status === 401 && authenticated ? new SignedOut(problem) : new Problem(problem)
  }
  return response
}

const call = <P, M extends Method>(method: M, path: P & string, body?: unknown, options: CallOptions = {}) =>
  answerTo<Answer<P, M>>(() => send(method, path, body, options), options.authenticated)

export const get = <P extends Callable<'get'>>(path: P, signal?: AbortSignal) =>
  call('get', path, undefined, signal ? { signal } : {})

/** The arguments after the path: a call without a body takes options alone. */
type Sent<P, M extends Method> =
  Body<P, M> extends undefined
    ? [body?: undefined, options?: CallOptions]
    : [body: Body<P, M>, options?: CallOptions]

export const post = <P extends Callable<'post'>>(path: P, ...[body, options]: Sent<P, 'post'>) =>
  call('post', path, body, options)

/** Calls an address outside the API, which takes no login and answers without an envelope. */
export async function callOutside<Data>(method: 'get' | 'post', address: string): Promise<Data> {
  const response = await accepted(() => send(method, address, undefined, {}), false)
  return (await response.json()) as Data
}

export const put = <P extends Callable<'put'>>(path: P, body: Body<P, 'put'>) => call('put', path, body)

export const remove = <P extends Callable<'delete'>>(path: P) => call('delete', path)
