import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stale = new TypeError('Failed to fetch dynamically imported module: /assets/home.js')
const reload = vi.fn()

/** The module as a document that has just been loaded has it. */
async function load() {
  vi.resetModules()
  return await import('./recovery')
}

beforeEach(() => vi.stubGlobal('location', { reload }))
afterEach(() => {
  reload.mockClear()
  vi.unstubAllGlobals()
})

test('files of an older deploy reload the page, but at most twice', async () => {
  const outcomes: boolean[] = []
  for (let loads = 0; loads < 4; loads += 1) {
    const { forgetReloads, reloadIfDeployed } = await load()
    outcomes.push(reloadIfDeployed(stale))
    forgetReloads() // the rest of the page stands, but it was no clean start
  }

  expect(outcomes).toEqual([true, true, false, false])
  expect(reload).toHaveBeenCalledTimes(2)
})

test('one cause that shows in several places counts once', async () => {
  const { reloadIfDeployed } = await load()
  for (let places = 0; places < 3; places += 1) reloadIfDeployed(stale)

  expect(reload).toHaveBeenCalledTimes(1)
  expect((await load()).reloadIfDeployed(stale)).toBe(true)
})

test('once the app stands the next deploy may reload again', async () => {
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
])('%s: %s comes from a deploy', async (name, message) => {
  const error = Object.assign(new Error(message), { name })

  expect((await load()).reloadIfDeployed(error)).toBe(true)
})

test.each(['현재 배정 가능한 IP가 없습니다.', 'Minified React error #310; visit react.dev'])(
  '%s is nothing that a reload would cure',
  async (message) => {
    expect((await load()).reloadIfDeployed(new Error(message))).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  },
)

test('a browser that keeps nothing for us is never reloaded: nobody would count', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('switched off')
    },
  })

  expect((await load()).reloadIfDeployed(stale)).toBe(false)
})
