import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { aMember, aService } from '../../tests/builders'
import { answer, refuse, shop } from '../../tests/shop'
import { makeQueryClient } from '../api/queries'
import { memberQuery } from '../members'
import { ToastPlace } from '../ui/toast'
import MemberPanel from './member-panel'

const holds = (...addresses: string[]) =>
  http.get('/api/v1/services', ({ request }) => {
    // One service a page, so that the panel has to read every page.
    const page = Number(new URL(request.url).searchParams.get('page'))
    const items = addresses.slice(page - 1, page).map((address) => aService({ address }))
    return answer({ items, page, pageSize: 1, total: addresses.length })
  })

let client = makeQueryClient()

beforeEach(() => shop.use(holds()))

function open() {
  client = makeQueryClient()
  client.setQueryData(memberQuery.queryKey, aMember())
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MemberPanel member={aMember({ useSvCnt: 2 })} leadsHome={false} />
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
  [['198.51.100.1', '203.0.113.7'], 1],
  [['198.51.100.1'], 0],
])('with services at %j the current address is marked as connected %i times', async (addresses, times) => {
  shop.use(holds(...addresses))
  open()

  await screen.findByText('203.0.113.7')

  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryAllByText('고정 IP 연결됨')).toHaveLength(times)
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
