import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http } from 'msw'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aMember, anAgreement, aQuote } from '../../tests/builders'
import { main } from '../../tests/page'
import { address, renderAt } from '../../tests/render'
import { answer, memberIs, refuse, shop, troublesAre } from '../../tests/shop'
import { makeQueryClient } from '../api/queries'
import type { Trouble } from '../api/types'
import { TROUBLES_API } from './paths'
import { Troubles } from './troubles'

const NOTE = '서비스 상태 안내'
const of = (title: string, words: string): Trouble => ({ parts: ['payment'], state: 'down', title, words })

const show = (client: QueryClient) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Troubles />
      </MemoryRouter>
    </QueryClientProvider>,
  )

/** Refuses to say what is wrong, and counts how often it was asked for. */
function troublesRefused(status: number) {
  const asked = { times: 0 }
  shop.use(
    http.get(TROUBLES_API, () => {
      asked.times += 1
      return refuse(status, 'refused', '지금은 보여 드릴 수 없습니다.')
    }),
  )
  return asked
}

test('what is over is gone, also where two things have the same title', async () => {
  const client = makeQueryClient()
  client.setQueryData([TROUBLES_API], [of('결제 지연', '카드'), of('결제 지연', '계좌이체')])
  show(client)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)

  await act(async () => {
    client.setQueryData([TROUBLES_API], [of('문자 지연', '문자'), of('결제 지연', '계좌이체')])
    // Observers hear of it a turn later.
    await Promise.resolve()
  })

  await screen.findByText('문자 지연')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '문자 지연문자',
    '결제 지연계좌이체',
  ])
})

test('three stand there, and how many more there are', () => {
  const client = makeQueryClient()
  client.setQueryData(
    [TROUBLES_API],
    ['결제', '문자', '서울', '부산', '대구'].map((title) => of(title, '늦습니다.')),
  )
  show(client)

  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByRole('link').textContent).toBe('외 2건, 서비스 상태 자세히 보기')
})

test.each([429, 500, 503])(
  'the next page comes without what is wrong where that is answered %i',
  async (status) => {
    const asked = troublesRefused(status)
    await renderAt('/guide')
    expect(asked.times).toBe(0)

    await userEvent.click(screen.getAllByRole('link', { name: '이음 홈' })[0] as HTMLElement)

    await waitFor(() => expect(address()).toBe('/'))
    expect(await screen.findByRole('heading', { level: 1, name: /고정 IP에 잇습니다/ })).toBeTruthy()
    expect(asked.times).toBeGreaterThan(0)
    expect(main().queryByRole('region', { name: NOTE })).toBeNull()
  },
)

test('the next page does not wait for what is wrong while nobody answers', async () => {
  shop.use(http.get(TROUBLES_API, () => delay('infinite')))
  await renderAt('/guide')

  await userEvent.click(screen.getAllByRole('link', { name: '이음 홈' })[0] as HTMLElement)

  const heading = { level: 1, name: /고정 IP에 잇습니다/ }
  expect(await screen.findByRole('heading', heading, { timeout: 10_000 })).toBeTruthy()
})

test.each([
  { path: '/', shown: /고정 IP에 잇습니다/ },
  { path: '/static-ip/payment/normal', shown: '고정 IP VPN 결제' },
  { path: '/mypage/service-status/normal', shown: '이용현황' },
])('$path is there where nobody can say what is wrong', async ({ path, shown }) => {
  troublesRefused(503)
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/agreements', () => answer([anAgreement()])),
    http.get('/api/v1/pg/toss', () => answer([{ pgType: 'normal', clientKey: 'key' }])),
    http.post('/api/v1/orders/quote', () => answer(aQuote())),
    http.get('/api/v1/services', () => answer({ items: [], page: 1, pageSize: 10, total: 0 })),
  )

  await renderAt(path)

  expect(main().getByRole('heading', { level: 1, name: shown })).toBeTruthy()
})

test('what was wrong stands there while nobody can say whether it still is', async () => {
  const client = makeQueryClient()
  client.setQueryData([TROUBLES_API], [of('결제 지연', '카드')])
  show(client)
  const asked = troublesRefused(503)

  await client.invalidateQueries()

  expect(asked.times).toBe(1)
  expect(screen.getByRole('listitem').textContent).toBe('결제 지연카드')
})

test('what the document was drawn without is drawn so again, and then asked for', async () => {
  shop.use(troublesAre([of('결제 지연', '카드')]))

  show(makeQueryClient())

  expect(screen.queryByRole('region')).toBeNull()
  expect(await screen.findByText('결제 지연')).toBeTruthy()
})
