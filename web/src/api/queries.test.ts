import { afterEach, expect, test, vi } from 'vitest'
import { unreachable } from './problem'
import { makeQueryClient } from './queries'

afterEach(() => vi.restoreAllMocks())

test('without a network a call fails within its tries, instead of waiting unseen for one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = makeQueryClient()
  const ask = vi.fn(() => Promise.reject(unreachable()))

  const asked = client.fetchQuery({ queryKey: ['/api/v1/orders'], queryFn: ask, retry: 1, retryDelay: 1 })

  await expect(asked).rejects.toMatchObject({ code: 'unreachable' })
  expect(ask).toHaveBeenCalledTimes(2)
})
