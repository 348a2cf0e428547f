import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrowserRouter, replaceAddress } from './browser-router'
import { useNavigate } from './ui/navigate'

const detour = ({ pathname }: { pathname: string }) =>
  pathname.startsWith('/mypage') ? '/login?callbackUrl=%2Fmypage' : undefined

const wrapper = ({ children }: { children: ReactNode }) => (
  <BrowserRouter detour={detour}>{children}</BrowserRouter>
)

function useRouter() {
  const { pathname, search, hash, key } = useLocation()
  return { navigate: useNavigate(), address: pathname + search + hash, key, type: useNavigationType() }
}

const opened = () => renderHook(useRouter, { wrapper }).result

/** What the address bar shows. */
const shown = () => window.location.pathname + window.location.search + window.location.hash

beforeEach(() => window.history.replaceState(null, '', '/support/faq?page=2'))
afterEach(() => vi.unstubAllGlobals())

test('the entry that a visit begins with has no key of its own', () => {
  expect(opened().current).toMatchObject({ address: '/support/faq?page=2', key: 'default', type: 'POP' })
})

test('each new entry has its own key, which is there again after a step back and after a reload', async () => {
  const router = opened()
  act(() => router.current.navigate('/static-ip'))
  const { key, address, type } = router.current
  expect([address, shown(), type]).toEqual(['/static-ip', '/static-ip', 'PUSH'])

  act(() => router.current.navigate('/support/faq#refund'))
  expect(router.current.key).not.toBe(key)
  act(() => window.history.back())

  await waitFor(() => expect(router.current).toMatchObject({ address: '/static-ip', key, type: 'POP' }))
  expect(opened().current).toMatchObject({ address: '/static-ip', key, type: 'POP' })
})

test('an address that replaces another adds nothing to the history', () => {
  const router = opened()
  const { length } = window.history

  act(() => replaceAddress('/guide?from=here'))

  expect(router.current).toMatchObject({ address: '/guide?from=here', type: 'REPLACE' })
  expect([shown(), window.history.length]).toEqual(['/guide?from=here', length])
})

test('whoever may not enter is led elsewhere, and a step back leads past the address that they were not let in to', async () => {
  const router = opened()

  act(() => router.current.navigate('/mypage/points?page=1'))

  expect(router.current.address).toBe('/login?callbackUrl=%2Fmypage')
  act(() => window.history.back())
  await waitFor(() => expect(router.current.address).toBe('/support/faq?page=2'))
})

test('where the browser takes no more entries, the document is loaded', () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  const pushState = vi.spyOn(window.history, 'pushState').mockImplementation(() => {
    throw new DOMException('100 times per 30 seconds', 'SecurityError')
  })
  const router = opened()

  act(() => router.current.navigate('/static-ip'))

  expect(assign).toHaveBeenCalledExactlyOnceWith('/static-ip')
  pushState.mockRestore()
})
