import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { desk, inShell, listed, refuse, renderConsole } from '../testing'

const FILE = {
  id: 4,
  screen: 'orders',
  label: '주문·결제',
  said: ['상태 결제완료'],
  form: 'csv',
  reason: '회계 감사',
  state: 'ready',
  expected: 1200,
  rows: 1201,
  bytes: 150_000,
  fileName: 'orders-4-20261130-1620.csv',
  madeAt: '2026-11-30T07:20:00Z',
  askedAt: '2026-11-24T00:00:00Z',
  expiresAt: '2026-11-25T00:00:00Z',
  downloads: 0,
}

beforeEach(() => {
  inShell()
  URL.createObjectURL = vi.fn(() => 'blob:it')
  URL.revokeObjectURL = vi.fn()
})

test('a file is fetched by the press alone and saved under its own name', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  })
  const sent = desk({
    'GET /exports': listed([FILE]),
    'POST /exports/4/file': () => new Response('번호\r\n', { headers: { 'content-type': 'text/csv' } }),
  })
  await renderConsole('/console/exports?open=4')

  const button = await screen.findByRole('button', { name: '파일 받기' })
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await userEvent.click(button)

  await waitFor(() => expect(saved).toEqual(['orders-4-20261130-1620.csv blob:it']))
  vi.restoreAllMocks()
})

test('a file that is over meanwhile says so', async () => {
  desk({
    'GET /exports': listed([FILE]),
    'POST /exports/4/file': () => refuse(410, 'export_over', '내보낸 파일은 하루 뒤에 지웁니다.'),
  })
  await renderConsole('/console/exports?open=4')

  await userEvent.click(await screen.findByRole('button', { name: '파일 받기' }))

  await screen.findByText('내보낸 파일은 하루 뒤에 지웁니다.')
})

test('a file that waits for a second person cannot be taken', async () => {
  desk({ 'GET /exports': listed([{ ...FILE, state: 'waiting', rows: null, bytes: null, expiresAt: null }]) })
  await renderConsole('/console/exports?open=4')

  await screen.findByText('두 번째 사람이 확인하면 파일을 만듭니다.')
  expect(screen.queryByRole('button', { name: '파일 받기' })).toBeNull()
})

test('a file that has other rows than were asked for says both figures and of when it is', async () => {
  desk({ 'GET /exports': listed([{ ...FILE, expected: 1200, rows: 1203 }]) })
  await renderConsole('/console/exports?open=4')

  await screen.findByText('1,203건 (요청할 때 1,200건)')
  expect(screen.getByText('기준')).toBeTruthy()
})
