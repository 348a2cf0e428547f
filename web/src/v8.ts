/**
 * Stand-ins for what React expects of its surroundings and a bare V8 lacks. Rendering to a string only needs them to exist;
 * addresses and queries must also work, because the router and the pages read them.
 */

/** A stand-in for `URLSearchParams`, with what pages read of a query. */
class Query {
  readonly #pairs: [string, string][]

  constructor(text = '') {
    this.#pairs = String(text)
      .replace(/^\?/, '')
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [decoded(name), decoded(value.join('='))]
      })
  }

  get(name: string) {
    return this.#pairs.find(([key]) => key === name)?.[1] ?? null
  }

  has(name: string) {
    return this.get(name) !== null
  }
}

/** A stand-in for `URL` that can do what the router needs; here it only meets paths of this shop. */
class Address {
  readonly origin = 'http://localhost'
  readonly protocol = 'http:'
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly href: string

  constructor(address: unknown) {
    const path = String(address).replace(/^\w+:\/\/[^/?#]*/, '')
    const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(path) ?? []
    this.pathname = pathname || '/'
    this.search = search
    this.hash = hash
    this.href = this.origin + this.pathname + search + hash
  }

  toString() {
    return this.href
  }
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced // somebody typed a broken escape; that is no reason to fail
  }
}

class Silent {
  port1 = { postMessage() {}, close() {}, onmessage: null }
  port2 = this.port1
  signal = { aborted: false, addEventListener() {}, removeEventListener() {} }
  abort() {}
  encode() {
    return new Uint8Array()
  }
}

const nothing = () => 0

const missing: Record<string, unknown> = {
  setTimeout: nothing,
  clearTimeout: nothing,
  setInterval: nothing,
  clearInterval: nothing,
  queueMicrotask: nothing,
  console: { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing },
  MessageChannel: Silent,
  AbortController: Silent,
  TextEncoder: Silent,
  URL: Address,
  URLSearchParams: Query,
  process: { env: { NODE_ENV: 'production' } },
}

for (const [name, stand] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: stand })
}
