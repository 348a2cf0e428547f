import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { aMember } from '../../tests/builders'
import { answer, refuse, shop } from '../../tests/shop'
import { makeQueryClient } from '../api/queries'
import type { Member } from '../api/types'
import { memberQuery } from '../members'
import { ToastPlace } from '../ui/toast'
import MemberPanel from './member-panel'

const connectionIs = (connected: boolean) =>
  http.get('/api/v1/services/connection', () => answer({ connected, waiting: false }))

let client = makeQueryClient()

beforeEach(() => shop.use(connectionIs(false)))

function open(member: Member | null = aMember({ useSvCnt: 2 })) {
  client = makeQueryClient()
  client.setQueryData(memberQuery.queryKey, member)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MemberPanel member={member} leadsHome={false} />
        <ToastPlace />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a member sees the number of services in use and the current address', async () => {
  open()

  expect(screen.getByText('2개')).toBeTruthy()
  expect(await screen.findByText('203.0.113.7')).toBeTruthy()
})

test.each([
  [true, 1],
  [false, 0],
])(
  'where the server says %s the current address is marked as connected %i times',
  async (connected, times) => {
    shop.use(connectionIs(connected))
    open()

    await screen.findByText('203.0.113.7')

    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(screen.queryAllByText('고정 IP 연결됨')).toHaveLength(times)
  },
)

test('a visitor sees the current address, and no number of services', async () => {
  open(null)

  expect(await screen.findByText('203.0.113.7')).toBeTruthy()
  expect(screen.queryByText('이용 중인 서비스')).toBeNull()
})

test('the current address leads to the page that says more about it', async () => {
  open(null)

  const link = await screen.findByRole('link', { name: '203.0.113.7, 내 IP 확인' })
  expect(link.getAttribute('href')).toBe('/my-ip')
})

test('logging out clears the member', async () => {
  shop.use(http.post('/api/logout', () => answer(null)))
  open()

  await userEvent.click(screen.getByRole('button', { name: '로그아웃' }))

  expect(await screen.findByText('로그아웃되었습니다.')).toBeTruthy()
  expect(client.getQueryData(memberQuery.queryKey)).toBeNull()
})

test('a failed logout says so and keeps the member', async () => {
  shop.use(http.post('/api/logout', () => refuse(503, 'unavailable', '잠시 후 다시 시도해 주세요.')))
  open()

  await userEvent.click(screen.getByRole('button', { name: '로그아웃' }))

  expect(await screen.findByText('잠시 후 다시 시도해 주세요.')).toBeTruthy()
  expect(client.getQueryData(memberQuery.queryKey)).not.toBeNull()
})
