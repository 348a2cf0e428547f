import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { aMember } from '../../tests/builders'
import { makeQueryClient } from '../api/queries'
import { memberQuery } from '../members'
import { useSessionNews } from './session'

beforeEach(() => localStorage.clear())

test.each([
  ['logged in before the scripts came that watch it', null, true],
  ['was logged in when the document came', aMember().mberId, false],
])('other tabs are told of a member who %s: %s', (_, arrivedAs, isTold) => {
  const client = makeQueryClient(() => undefined)
  client.setQueryData(memberQuery.queryKey, aMember())

  renderHook(() => useSessionNews(arrivedAs), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })

  expect(localStorage.getItem('ieum:session') !== null).toBe(isTold)
})
