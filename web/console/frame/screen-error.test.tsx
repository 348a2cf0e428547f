import { act, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '../../src/api/problem'
import { shop } from '../../tests/shop'
import { ScreenError } from './screen-error'

const AWAY = new Problem({
  status: 503,
  title: '오류',
  detail: '잠시 후 다시 시도해 주세요.',
  code: 'unavailable',
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How often the screen has opened again after the shop has said, every five seconds, that it is ready or not. */
async function reopened(...isReady: boolean[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  const answers = [...isReady]
  shop.use(http.get('*/readyz', () => new HttpResponse(null, { status: answers.shift() ? 200 : 503 })))
  render(<ScreenError error={AWAY} />)
  for (const _ of isReady) await act(() => vi.advanceTimersByTimeAsync(5000))
  return reload.mock.calls.length
}

test('a screen opens again once the shop is back', async () => {
  expect(await reopened(false, false, true)).toBe(1)
  expect(screen.getByRole('alert').textContent).toContain('저절로 다시 열립니다')
})

test('a screen that fails in a shop that is ready does not open again and again', async () => {
  expect(await reopened(true, true, true)).toBe(0)
  expect(screen.getByRole('alert').textContent).toBe('잠시 후 다시 시도해 주세요.')
})
