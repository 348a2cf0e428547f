import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { expect, test } from 'vitest'
import { MemoryRouter } from '../../tests/memory-router'
import { useNavigate } from './navigate'

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter entries={['/support/faq?page=2']}>{children}</MemoryRouter>
)

function useRouter() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return { navigate, address: pathname + search + hash, type: useNavigationType() }
}

test.each([
  [undefined, 'PUSH'],
  [{ replace: true }, 'REPLACE'],
])('with %o an address is a new entry of the history or takes the place of this one', (options, type) => {
  const { result } = renderHook(useRouter, { wrapper })

  act(() => result.current.navigate('/support/notice?page=1#top', options))

  expect(result.current).toMatchObject({ address: '/support/notice?page=1#top', type })
})

test.each([
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '/\\/elsewhere.example',
  // Browsers leave tabs and line feeds out of an address before they read it.
  '/\t/elsewhere.example',
  '/\n\\elsewhere.example',
  '//here/x',
  '/\\here/x',
  '//localhost/x',
  '//localhost:3000/x',
  '//',
  'https://elsewhere.example/',
  'javascript:alert(1)',
])('%s does not lead out of the shop', (to) => {
  const { result } = renderHook(useRouter, { wrapper })

  expect(() => result.current.navigate(to)).toThrow()

  expect(result.current.address).toBe('/support/faq?page=2')
})
