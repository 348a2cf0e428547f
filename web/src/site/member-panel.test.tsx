import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aMember } from '../../tests/builders'
import { answer, refuse, shop } from '../../tests/shop'
import { makeQueryClient } from '../api/queries'
import { memberQuery } from '../members/member'
import { ToastPlace } from '../ui/toast'
import MemberPanel from './member-panel'

function open() {
  const client = makeQueryClient()
  client.setQueryData(memberQuery.queryKey, aMember())
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MemberPanel member={aMember({ useSvCnt: 2 })} leadsHome={false} />
        <ToastPlace />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return client
}

test('a member sees how many services are in use and where they are seen from', async () => {
  open()

  expect(screen.getByText('2개')).toBeTruthy()
  expect(await screen.findByText('203.0.113.7')).toBeTruthy()
})

test('logging out forgets the member', async () => {
  shop.use(http.post('/api/logout', () => answer(null)))
  const client = open()

  await userEvent.click(screen.getByRole('button', { name: '로그아웃' }))

  expect(await screen.findByText('로그아웃되었습니다.')).toBeTruthy()
  expect(client.getQueryData(memberQuery.queryKey)).toBeNull()
})

test('a logout that failed says so and keeps the member', async () => {
  shop.use(http.post('/api/logout', () => refuse(503, 'unavailable', '잠시 후 다시 시도해 주세요.')))
  const client = open()

  await userEvent.click(screen.getByRole('button', { name: '로그아웃' }))

  expect(await screen.findByText('잠시 후 다시 시도해 주세요.')).toBeTruthy()
  expect(client.getQueryData(memberQuery.queryKey)).not.toBeNull()
})
