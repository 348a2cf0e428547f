import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answer } from './path'
import { Problem, unreachable } from './problem'
import { dispensableQuery, makeQueryClient } from './queries'

type Troubles = Answer<'/api/v1/status/troubles'> | null

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('without a network a call fails within its tries, instead of waiting unseen for one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = makeQueryClient()
  const ask = vi.fn(() => Promise.reject(unreachable()))

  const asked = client.fetchQuery({ queryKey: ['/api/v1/orders'], queryFn: ask, retry: 1, retryDelay: 1 })

  await expect(asked).rejects.toMatchObject({ code: 'unreachable' })
  expect(ask).toHaveBeenCalledTimes(2)
})

test.each([
  { what: 'the shop is back', error: unreachable(), shown: '지금' },
  {
    what: 'it has refused',
    error: new Problem({ status: 403, title: '', detail: '', code: 'no' }),
    shown: '예전',
  },
])(
  'what could not be loaded again is asked for until there is an answer: $what',
  async ({ error, shown }) => {
    vi.useFakeTimers()
    const client = makeQueryClient()
    const queryKey = ['/api/v1/services']
    let isDown = true
    client.setQueryData(queryKey, '예전')
    const queryFn = () => (isDown ? Promise.reject(error) : Promise.resolve('지금'))
    const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
    void client.invalidateQueries()
    await vi.advanceTimersByTimeAsync(8000)
    expect(client.getQueryData(queryKey)).toBe('예전')
    isDown = false
    await vi.advanceTimersByTimeAsync(8000)

    expect(client.getQueryData(queryKey)).toBe(shown)
    stop()
  },
)

test('what a page can do without is asked for again once a minute, and is there once it is answered', async () => {
  vi.useFakeTimers()
  const client = makeQueryClient()
  const ask = vi.fn((): Promise<never[]> => Promise.reject(unreachable()))
  // Without a name for the data the checker finds one or another, by the order in which it meets all other types.
  const stop = new QueryObserver<Troubles, Error, Troubles, Troubles, string[]>(client, {
    ...dispensableQuery('/api/v1/status/troubles'),
    queryFn: ask,
  }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(125_000)
  expect(ask).toHaveBeenCalledTimes(3)
  ask.mockResolvedValue([])
  await vi.advanceTimersByTimeAsync(60_000)

  expect(client.getQueryData(['/api/v1/status/troubles'])).toEqual([])
  stop()
})
