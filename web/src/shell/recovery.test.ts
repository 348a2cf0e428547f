import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stale = new TypeError('Failed to fetch dynamically imported module: /assets/home.js')
const reload = vi.fn()

/** Loads the module as a new document does. */
async function load() {
  vi.resetModules()
  return await import('./recovery')
}

beforeEach(() => vi.stubGlobal('location', { reload }))
afterEach(() => {
  reload.mockClear()
  vi.unstubAllGlobals()
})

test('missing files of an older deploy reload the page, but at most twice', async () => {
  const outcomes: boolean[] = []
  for (let loads = 0; loads < 4; loads += 1) {
    const { forgetReloads, reloadIfDeployed } = await load()
    outcomes.push(reloadIfDeployed(stale))
    forgetReloads() // has no effect after an error
  }

  expect(outcomes).toEqual([true, true, false, false])
  expect(reload).toHaveBeenCalledTimes(2)
})

test('one cause that raises several errors counts once', async () => {
  const { reloadIfDeployed } = await load()
  for (let places = 0; places < 3; places += 1) reloadIfDeployed(stale)

  expect(reload).toHaveBeenCalledTimes(1)
  expect((await load()).reloadIfDeployed(stale)).toBe(true)
})

test('after a clean start the next deploy may reload again', async () => {
  for (let loads = 0; loads < 2; loads += 1) (await load()).reloadIfDeployed(stale)

  ;(await load()).forgetReloads()

  expect((await load()).reloadIfDeployed(stale)).toBe(true)
})

test.each([
  ['ChunkLoadError', 'Loading chunk 7 failed.'],
  ['TypeError', 'Failed to fetch dynamically imported module: https://shop.test/assets/a.js'],
  ['TypeError', 'error loading dynamically imported module: https://shop.test/assets/a.js'],
  ['TypeError', 'Importing a module script failed.'],
  ['Error', 'Unable to preload CSS for /assets/fonts.css'],
  ['Error', "Hydration failed because the server rendered HTML didn't match the client."],
  ['Error', 'Minified React error #418; visit https://react.dev/errors/418'],
  ['SyntaxError', "Unexpected token '<'"],
  ['SyntaxError', "expected expression, got '<'"],
  ['TypeError', "Cannot read properties of undefined (reading 'prices')"],
  ['TypeError', "undefined is not an object (evaluating 'a.prices')"],
])('%s: %s reloads the page', async (name, message) => {
  const error = Object.assign(new Error(message), { name })

  expect((await load()).reloadIfDeployed(error)).toBe(true)
})

test.each(['현재 배정 가능한 IP가 없습니다.', 'Minified React error #310; visit react.dev'])(
  '%s does not reload the page',
  async (message) => {
    expect((await load()).reloadIfDeployed(new Error(message))).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  },
)

test('a browser without storage is never reloaded, because reloads could not be counted', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('switched off')
    },
  })

  expect((await load()).reloadIfDeployed(stale)).toBe(false)
})

test('without a network the page is not reloaded into the error page of the browser', async () => {
  vi.stubGlobal('navigator', { onLine: false })

  expect((await load()).reloadIfDeployed(stale)).toBe(false)
  expect(reload).not.toHaveBeenCalled()

  vi.stubGlobal('navigator', { onLine: true })
  expect((await load()).reloadIfDeployed(stale)).toBe(true)
})
