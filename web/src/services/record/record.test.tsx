import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, aService, aUsageChart, aUsageSession } from '../../../tests/builders'
import { address, renderAt } from '../../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../../tests/shop'
import type { UsageChart, UsageSession } from '../../api/types'

const PAGE = '/mypage/service-status/record?serviceId=5'
const NOT_YOURS = '이용 중인 상품을 찾을 수 없습니다. 이용현황에서 다시 확인해 주세요.'

/** Serves this use, and adds what was asked for to `seen`. */
function used(usage: UsageChart, sessions: UsageSession[] = [], total = sessions.length): string[] {
  const seen: string[] = []
  shop.use(
    http.get('/api/v1/services/5', () => answer(aService())),
    http.get('/api/v1/services/5/usage', ({ request }) => {
      seen.push(new URL(request.url).search)
      return answer(usage)
    }),
    http.get('/api/v1/services/5/sessions', () => answerList(sessions, { total })),
  )
  return seen
}

const aMonth = () =>
  aUsageChart({
    by: 'day',
    firstDay: '2026-10-01',
    lastDay: '2026-10-31',
    buckets: Array.from({ length: 31 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 8, 30 + index, 15)).toISOString(),
      rxBytes: 0,
      txBytes: index === 4 ? 1_500_000_000 : 0,
    })),
  })

beforeEach(() => shop.use(memberIs(aMember())))

test('the chart begins at the busiest hour, and arrow keys move its cursor', async () => {
  used(aUsageChart())
  await renderAt(PAGE)

  const chart = within(screen.getByRole('region', { name: '주고받은 데이터' }))
  const cursor = chart.getByRole('slider', { name: '시각 고르기' })
  expect(cursor.getAttribute('aria-valuetext')).toBe('2시 · 받음 1.2 GB · 보냄 24 MB')
  expect(chart.getByText('2시 · 받음 1.2 GB · 보냄 24 MB')).toBeTruthy()

  fireEvent.change(cursor, { target: { value: '4' } })

  expect(cursor.getAttribute('aria-valuetext')).toBe('4시 · 받음 300 MB · 보냄 24 MB')

  // The hours that have not begun have no bars to go to.
  fireEvent.change(cursor, { target: { value: '23' } })

  expect(cursor.getAttribute('aria-valuetext')).toBe('5시 · 받음 0 B · 보냄 0 B')
})

test('the table says the same as the chart', async () => {
  used(aUsageChart())
  await renderAt(PAGE)

  const table = within(screen.getByRole('table', { name: '2026.11.22에 주고받은 데이터' }))
  expect(table.getAllByRole('row')).toHaveLength(7)
  const third = within(table.getByRole('row', { name: /^2시/ }))
  expect(third.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1.2 GB', '24 MB'])
})

test('a day that is not over leads to the day before and to its month, not to tomorrow', async () => {
  const seen = used(aUsageChart())
  await renderAt(PAGE)

  const steps = within(screen.getByRole('navigation', { name: '기간' }))
  expect(steps.queryByRole('link', { name: '다음 날' })).toBeNull()
  expect(steps.getByRole('link', { name: '날짜별로 보기' }).getAttribute('href')).toBe(
    `${PAGE}&period=2026-11`,
  )

  await userEvent.click(steps.getByRole('link', { name: '이전 날' }))

  await waitFor(() => expect(address()).toBe(`${PAGE}&period=2026-11-21`))
  expect(seen).toEqual(['', '?period=2026-11-21'])
})

test('a month that is over leads both ways and to the hours of its last day', async () => {
  used(aMonth())
  await renderAt(`${PAGE}&period=2026-10`)

  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(to('이전 달')).toBe(`${PAGE}&period=2026-09`)
  expect(to('다음 달')).toBe(`${PAGE}&period=2026-11`)
  expect(to('시간별로 보기')).toBe(`${PAGE}&period=2026-10-31`)
  expect(screen.getByText('5일 · 받음 1.5 GB · 보냄 0 B')).toBeTruthy()
})

test('nothing is offered of what is no longer kept', async () => {
  used(aUsageChart({ keptSince: '2026-11-22' }))
  await renderAt(PAGE)

  expect(screen.queryByRole('link', { name: '이전 날' })).toBeNull()
})

test('a day without use says so instead of an empty chart', async () => {
  used(aUsageChart({ rxBytes: 0, txBytes: 0 }))
  await renderAt(PAGE)

  expect(screen.getByText('이 날에 주고받은 데이터가 없습니다.')).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText('최근 30일 동안 접속한 기록이 없습니다.')).toBeTruthy()
})

test('sessions are listed with device, address, times and bytes, and can be downloaded', async () => {
  used(
    aUsageChart(),
    [
      aUsageSession({ endedAt: null }),
      aUsageSession({ beganAt: '2026-11-21T05:00:00Z', endedAt: '2026-11-21T05:30:00Z' }),
    ],
    41,
  )
  await renderAt(PAGE)

  const [running, ended] = screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes('내 노트북'))
  expect(running?.textContent).toContain('2026.11.22 14:00 ~ 접속중')
  expect(ended?.textContent).toContain('2026.11.21 14:00 ~ 2026.11.21 14:30')
  expect(ended?.textContent).toContain('203.0.113.10')
  expect(screen.getByRole('link', { name: '접속 기록 내려받기 (CSV)' }).getAttribute('href')).toBe(
    '/api/v1/services/5/sessions.csv',
  )
  expect(screen.getByRole('link', { name: '기기별 데이터 내려받기 (CSV)' }).getAttribute('href')).toBe(
    '/api/v1/services/5/usage.csv?period=2026-11-22',
  )
  expect(screen.getByRole('link', { name: '2 페이지' }).getAttribute('href')).toBe(
    `${PAGE}&period=2026-11-22&page=2`,
  )
})

test('made-up use of a demo is said to be made up', async () => {
  used(aUsageChart())
  shop.use(http.get('/api/v1/services/5', () => answer(aService({ pretendedUse: true }))))
  await renderAt(PAGE)

  expect(screen.getByText(/접속과 데이터의 양은 꾸민 것입니다/)).toBeTruthy()
})

test('the page says what is on record and for how long', async () => {
  used(aUsageChart({ usageMonths: 14 }))
  await renderAt(PAGE)

  expect(
    screen.getByText(/시간별 데이터의 양은 기록한 달의 마지막 날부터 14개월, 접속 기록은 12개월/),
  ).toBeTruthy()
})

test("somebody else's service is not found", async () => {
  shop.use(
    http.get('/api/v1/services/5', () =>
      refuse(404, 'service_not_found', '이용 중인 상품을 찾을 수 없습니다.'),
    ),
    http.get('/api/v1/services/5/usage', () =>
      refuse(404, 'service_not_found', '이용 중인 상품을 찾을 수 없습니다.'),
    ),
    http.get('/api/v1/services/5/sessions', () =>
      refuse(404, 'service_not_found', '이용 중인 상품을 찾을 수 없습니다.'),
    ),
  )
  await renderAt(PAGE)

  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText(/찾을 수 없/)).toBeTruthy()
})

test('an address without a service leads back', async () => {
  await renderAt('/mypage/service-status/record')

  expect(screen.getByRole('link', { name: '이용현황 보기' })).toBeTruthy()
})

test.each([
  ['a service of somebody else', () => refuse(404, 'service_not_found', NOT_YOURS)],
  ['one whose record the owner does not show', () => answer(aService())],
])('of %s there is no such page, and nothing to load again', async (_, service) => {
  const refused = () => refuse(404, 'service_not_found', NOT_YOURS)
  shop.use(
    memberIs(aMember({ kind: 'sub_id' })),
    http.get('/api/v1/services/5', service),
    http.get('/api/v1/services/5/usage', refused),
    http.get('/api/v1/services/5/sessions', refused),
  )
  await renderAt(PAGE)

  expect(screen.getByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '다시 불러오기' })).toBeNull()
})
