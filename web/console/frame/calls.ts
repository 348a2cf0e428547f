import type { Answer, Body, Callable, Method } from '../../src/api/path'
import { Problem, problemBody, SignedOut, unreachable } from '../../src/api/problem'

export const API = '/api/v1/console'

interface Options {
  signal?: AbortSignal
  /** `false` at the login, where 401 means that what was typed is wrong. */
  authenticated?: boolean
  /** The page asks by itself: nobody is at the keyboard, and the session goes on ending for want of use. */
  quiet?: boolean
}

export interface Answered<Data> {
  /** 202 says that a second person has to confirm first. */
  status: number
  data: Data
}

const requestIds = new WeakMap<object, string>()

/** The id under which the server has written down the refused call, for whoever asks the engineers. */
export const requestIdOf = (error: unknown) =>
  error instanceof Object ? (requestIds.get(error) ?? null) : null

async function refusalOf(response: Response, authenticated: boolean): Promise<Problem> {
  const answer = await problemBody(response)
  const id = response.headers.get('x-request-id')
  // The whole id is shown under the sentence: its beginning, which members read to the support, would be said twice.
  const body = id ? { ...answer, reference: '' } : answer
  const problem = response.status === 401 && authenticated ? new SignedOut(body) : new Problem(body)
  if (id) requestIds.set(problem, id)
  return problem
}

/** Sends any call, also one that the OpenAPI document does not have yet, and keeps the status of its answer. */
export async function send<Data>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  { signal, authenticated = true, quiet = false }: Options = {},
): Promise<Answered<Data>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const init: RequestInit = { method, headers, credentials: 'same-origin' }
  if (quiet) headers['x-quiet'] = '1'
  if (signal) init.signal = signal
  if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  const response = await fetch(path, init).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw await refusalOf(response, authenticated)
  if (response.status === 204) return { status: 204, data: null as Data }
  return { status: response.status, data: ((await response.json()) as { data: Data }).data }
}

/** A file as the whole body, too large to be put into JSON. */
export async function upload<Data>(path: string, file: Blob): Promise<Data> {
  const response = await fetch(path, {
    method: 'PUT',
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
    body: file,
    credentials: 'same-origin',
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await refusalOf(response, true)
  return ((await response.json()) as { data: Data }).data
}

/** A file that is handed out by a change, because each press is on record. */
export async function takeFile(path: string): Promise<Blob> {
  const headers = {
    accept: 'text/csv, application/zip, application/json',
    'content-type': 'application/json',
  }
  const response = await fetch(path, {
    method: 'POST',
    headers,
    body: '{}',
    credentials: 'same-origin',
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await refusalOf(response, true)
  return response.blob()
}

const dataOf = async <Data>(answered: Promise<Answered<Data>>) => (await answered).data

type Sent<P, M extends Method> =
  Body<P, M> extends undefined ? [body?: undefined, options?: Options] : [body: Body<P, M>, options?: Options]

/** Paths, bodies and answers are those of the OpenAPI document; `path` (`api/path`) fills a template. */
export const get = <P extends Callable<'get'>>(path: P, options?: Options) =>
  dataOf(send<Answer<P>>('GET', path, undefined, options))
export const post = <P extends Callable<'post'>>(path: P, ...[body, options]: Sent<P, 'post'>) =>
  dataOf(send<Answer<P, 'post'>>('POST', path, body, options))
export const put = <P extends Callable<'put'>>(path: P, body: Body<P, 'put'>) =>
  dataOf(send<Answer<P, 'put'>>('PUT', path, body))
export const remove = <P extends Callable<'delete'>>(path: P) =>
  dataOf(send<Answer<P, 'delete'>>('DELETE', path))
