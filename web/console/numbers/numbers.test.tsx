import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { desk, inShell, listed, renderConsole } from '../testing'

const BRIEFS = {
  items: [
    { name: 'sales', label: '매출', unit: 'won', now: 1_234_000, before: 990_000, partLabel: null },
    { name: 'churn', label: '해지율', unit: 'percent', now: 3.2, before: null, partLabel: null },
  ],
}
const SALES = {
  name: 'sales',
  label: '매출',
  unit: 'won',
  by: 'day',
  definition: '결제된 금액에서 돌려준 금액을 뺀 것입니다.',
  sql: 'SELECT 1',
  parts: [
    { name: 'paid', label: '결제' },
    { name: 'returned', label: '환불' },
  ],
  points: [
    { day: '2026-11-23', total: 7000, parts: { paid: 11_000, returned: -4000 } },
    { day: '2026-11-24', total: 33_000, parts: { paid: 33_000 } },
  ],
  chart: {
    width: 720,
    height: 220,
    lines: [{ part: '', points: '8,100 712,12' }],
    heights: [{ at: 12, label: '33,000원' }],
    days: [{ at: 8, label: '2026.11.23' }],
  },
}

beforeEach(() => {
  inShell()
})

test('a figure is drawn, said again as a table, and leads to the rows behind it', async () => {
  desk({ 'GET /numbers': BRIEFS, 'GET /numbers/sales': SALES })
  await renderConsole('/console/numbers')

  await screen.findByRole('img', { name: /매출 그래프/ })
  const rows = within(screen.getByRole('table', { name: '매출' })).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('33,000원')
  expect(rows[2]?.textContent).toContain('−4,000원')
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/console/orders?from=2026-11-24&to=2026-11-24')
  screen.getByText('결제된 금액에서 돌려준 금액을 뺀 것입니다.')
  screen.getByText('SELECT 1')
})

test('a shop of one day sees that day in the picture', async () => {
  const chart = { ...SALES.chart, lines: [{ part: '', points: '8,100' }] }
  desk({ 'GET /numbers': BRIEFS, 'GET /numbers/sales': { ...SALES, chart } })
  await renderConsole('/console/numbers')

  const picture = await screen.findByRole('img', { name: /매출 그래프/ })
  expect(picture.querySelector('polyline')?.getAttribute('points')).toBe('8,100 8,100')
})

test('the address keeps which figure over which time', async () => {
  const sent = desk({
    'GET /numbers': BRIEFS,
    'GET /numbers/sales': SALES,
    'GET /numbers/churn': { ...SALES, name: 'churn', label: '해지율', points: [] },
  })
  const { address } = await renderConsole('/console/numbers?by=month&from=2026-01-01')

  await userEvent.click(await screen.findByRole('button', { name: /해지율/ }))

  await screen.findByText(/이 기간에 모인 숫자가 없습니다/)
  expect(address()).toContain('figure=churn')
  expect(sent.find(({ call }) => call === 'GET /numbers/churn')?.query).toBe('?by=month&from=2026-01-01')
})

test('the list of profits says which costs are not known, and how profit is counted', async () => {
  const line = { month: '2026-10-01', poolId: 2, pool: 'kt-seoul', gateway: 'seoul-1' }
  const sent = desk({
    'GET /address-profits': listed([
      { ...line, id: 1, address: '203.0.113.7', revenue: 30_000, cost: 8000, profit: 22_000 },
      { ...line, id: 2, address: '203.0.113.8', revenue: 10_000, cost: null, profit: null },
    ]),
    'GET /pool-costs': { items: [] },
    'GET /numbers/profit': {
      ...SALES,
      name: 'profit',
      label: 'IP 이익',
      definition: '매출에서 원가를 뺍니다.',
    },
  })
  await renderConsole('/console/address-profits?month=2026-10&order=profit')

  const known = (await screen.findByText('203.0.113.7')).closest('tr')
  const unknown = screen.getByText('203.0.113.8').closest('tr')
  expect(known?.textContent).toContain('22,000원')
  expect(unknown?.textContent).toContain('모름')
  await screen.findByText('매출에서 원가를 뺍니다.')
  expect(sent.find(({ call }) => call === 'GET /address-profits')?.query).toBe('?month=2026-10&order=profit')
})
