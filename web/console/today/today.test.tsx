import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk, inShell, renderConsole } from '../testing'

const TODAY = {
  opening: [],
  waiting: [
    { kind: 'alarms', count: 2, isMore: false, since: '2026-11-20T00:00:00Z' },
    { kind: 'backups', count: 1, isMore: false, since: '2026-11-23T00:00:00Z' },
    { kind: 'announced', count: 1, isMore: false, since: '2026-11-23T00:00:00Z' },
    { kind: 'inquiries', count: 999, isMore: true, since: '2026-11-24T00:00:00Z' },
    { kind: 'deposits', count: 4, isMore: false, since: '2026-11-24T00:00:00Z' },
  ],
  sales: { today: 33_000, yesterday: 0, month: 1_250_000 },
}

test('what waits leads to its list, and stands in the navigation where it waits for us', async () => {
  inShell()
  const sent = desk({ 'GET /today': TODAY })
  await renderConsole('/console/today')

  const line = await screen.findByRole('link', { name: /답변을 기다리는 문의/ })
  expect(line.textContent).toContain('999+')
  expect(line.getAttribute('href')).toBe('/console/inquiries')
  const menu = screen.getByRole('navigation', { name: '콘솔 메뉴' })
  // The deposits wait for the customer.
  expect(within(menu).getByRole('link', { name: /주문·결제/ }).textContent).toContain('3')
  const backups = screen.getByRole('link', { name: /백업 알람/ })
  expect(backups.textContent).toContain('서버를 돌보는 사람에게 바로 알려 주세요')
  expect(backups.getAttribute('href')).toBe('/console/reconciliation?state=open&area=backups')
  const announced = screen.getByRole('link', { name: /진행 중인 서비스 상태 공지/ })
  expect(announced.getAttribute('href')).toBe('/console/status?state=open')
  expect(sent[0]?.headers.get('x-quiet')).toBe('1')
})

test('what a newer release of the other box waits for is left out, and the rest is there', async () => {
  inShell()
  const newer = { kind: 'refuelling', count: 1, isMore: false, since: null }
  desk({ 'GET /today': { ...TODAY, waiting: [newer, ...TODAY.waiting] } })
  await renderConsole('/console/today')

  await screen.findByRole('link', { name: /답변을 기다리는 문의/ })
  expect(within(screen.getByRole('region', { name: '기다리는 일' })).getAllByRole('link')).toHaveLength(
    TODAY.waiting.length,
  )
})

test('a quiet day says so', async () => {
  inShell()
  desk({ 'GET /today': { opening: [], waiting: [], sales: null } })
  await renderConsole('/console/today')

  await screen.findByText(/지금 기다리는 일이 없습니다/)
  expect(screen.queryByText('매출')).toBeNull()
})

test('a new shop sees what it lacks, in order, and where to do it', async () => {
  inShell()
  const opening = [
    { name: 'business', state: 'done' },
    { name: 'gateway', state: 'begun' },
    { name: 'legal', state: 'todo' },
  ]
  desk({ 'GET /today': { opening, waiting: [], sales: null } })
  await renderConsole('/console/today')

  const part = await screen.findByRole('region', { name: '가게 열기까지 2가지' })
  const steps = within(part).getAllByRole('link')
  expect(steps.map((step) => step.getAttribute('href'))).toEqual([
    '/console/settings#business',
    '/console/gateways',
    '/console/content?make=legal',
  ])
  expect(steps[0]?.textContent).toContain('끝남')
  expect(steps[1]?.textContent).toContain('등록 코드의 명령')
})
