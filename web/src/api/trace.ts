/** Where a purchase begins, and how long what follows in this tab is told to be of the same. */
const BEGINS = '/api/v1/orders'
const FOLLOWS = /^\/api\/v1\/(payments\/confirm|services\/\d+\/devices)$/
const LASTS = 30 * 60_000
const KEY = 'purchase-trace'

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * The W3C `traceparent` of a call that changes something: an id of its own for each press, by which support finds what
 * became of it. The order, its payment and the first device are one: between them lies the provider's window.
 */
export function traceparent(path: string): string {
  const trace = FOLLOWS.test(path) ? (begun() ?? hex(16)) : hex(16)
  if (path === BEGINS) remember(trace)
  return `00-${trace}-${hex(8)}-01`
}

function begun(): string | null {
  try {
    const [trace, at] = (sessionStorage.getItem(KEY) ?? '').split(' ')
    return trace && Date.now() - Number(at) < LASTS ? trace : null
  } catch {
    return null
  }
}

function remember(trace: string) {
  try {
    sessionStorage.setItem(KEY, `${trace} ${Date.now()}`)
  } catch {
    // A browser that stores nothing has an id for each call.
  }
}
