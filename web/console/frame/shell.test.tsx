import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aSession, desk, inShell, loginRequired, missing, refuse, renderConsole } from '../testing'
import { consoleQuery } from './queries'
import type { Screen } from './screen'

function Typing() {
  const [text, setText] = useState('')
  const { refetch } = useQuery(consoleQuery('/api/v1/console/networks'))
  return (
    <>
      <h1>메모</h1>
      <input aria-label="메모" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => refetch()}>
        새로 고침
      </button>
    </>
  )
}

const screenOf = (path: string, title: string, permission: string, more: Partial<Screen> = {}): Screen => ({
  path,
  title,
  permission,
  lazy: async () => ({ Component: () => <h1>{title}</h1> }),
  ...more,
})

const SCREENS: Screen[] = [
  screenOf('orders', '주문·결제', 'orders.view', {
    nav: 'orders',
    jumps: [{ title: '주문 환불하기', query: 'refund=1', permission: 'orders.refund' }],
  }),
  screenOf('members', '회원', 'members.view', { nav: 'members' }),
  screenOf('members/:id', '회원 한 명', 'members.view'),
  screenOf('record', '기록', 'record.view', { nav: 'settings' }),
  screenOf('approvals', '승인', 'approvals.confirm', { nav: 'settings' }),
  { ...screenOf('memo', '메모', 'today.view'), lazy: async () => ({ Component: Typing }) },
  {
    ...screenOf('broken', '고장', 'today.view'),
    lazy: async () => ({
      Component: () => {
        throw new Error('broken')
      },
    }),
  },
]

const staff = (...permissions: string[]) => inShell({ isOwner: false, permissions: permissions as never })

const menu = () => within(screen.getByRole('navigation', { name: '콘솔 메뉴' }))

beforeEach(() => {
  inShell()
})

test('of a screen within another, the deeper alone is the one that is open', async () => {
  const within = [
    screenOf('inquiries', '문의', 'inquiries.view', { nav: 'inquiries' }),
    screenOf('inquiries/canned', '답변 서식', 'inquiries.view', { nav: 'inquiries' }),
  ]
  await renderConsole('/console/inquiries/canned', within)

  const open = menu().getAllByRole('link', { current: 'page' })
  expect(open.map(({ textContent }) => textContent)).toEqual(['답변 서식'])
})

test('the navigation has what may be seen, in the order of daily use', async () => {
  staff('orders.view', 'members.view')
  await renderConsole('/console/members', SCREENS)

  const links = menu().getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['회원', '주문·결제'])
  expect(links[0]?.getAttribute('aria-current')).toBe('page')
})

test('the console begins at the first screen that may be seen', async () => {
  staff('orders.view')
  const { address } = await renderConsole('/console', SCREENS)

  await screen.findByRole('heading', { name: '주문·결제' })
  expect(address()).toBe('/console/orders')
})

test('an entry has a number only where somebody waits', async () => {
  inShell({ confirmations: 3 })
  await renderConsole('/console/record', SCREENS)

  expect(menu().getByRole('link', { name: /^운영·설정\s*기다리는 일\s*3$/ })).toBeDefined()
  expect(menu().getByRole('link', { name: '회원' })).toBeDefined()
})

test('a screen that may not be seen says whose permission it takes, within the frame', async () => {
  staff('orders.view')
  await renderConsole('/console/members/5', SCREENS)

  expect(await screen.findByText(/‘회원 한 명’ 화면을 보려면 소유자에게/)).toBeDefined()
  expect(menu().getByRole('link', { name: '주문·결제' })).toBeDefined()
})

test('an address that is none keeps the frame', async () => {
  await renderConsole('/console/nothing', SCREENS)

  expect(await screen.findByRole('heading', { name: '없는 화면입니다' })).toBeDefined()
})

test('a screen that breaks leaves the frame standing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderConsole('/console/broken', SCREENS)

  expect(await screen.findByRole('heading', { name: '화면을 불러오지 못했습니다' })).toBeDefined()
  expect(menu().getByRole('link', { name: '회원' })).toBeDefined()
})

test('without a session the login keeps the address', async () => {
  desk({ 'GET /session': loginRequired })
  const { address } = await renderConsole('/console/members?state=blocked', SCREENS)

  await screen.findByRole('heading', { name: '콘솔 로그인' })
  expect(address()).toBe('/console/login?next=%2Fconsole%2Fmembers%3Fstate%3Dblocked')
})

test('from a network that is not allowed there is no login that would help', async () => {
  desk({ 'GET /session': () => refuse(403, 'network_not_allowed', '허용된 네트워크에서 접속해 주세요.') })
  await renderConsole('/console/members', SCREENS)

  expect(await screen.findByRole('heading', { name: '허용되지 않은 네트워크입니다' })).toBeDefined()
})

test('a session that ends opens the login over the page, and what was typed is still there', async () => {
  desk({ 'GET /networks': { networks: [] } })
  await renderConsole('/console/memo', SCREENS)
  await userEvent.type(await screen.findByLabelText('메모'), '쓰던 글')

  desk({ 'GET /networks': loginRequired })
  await userEvent.click(screen.getByRole('button', { name: '새로 고침' }))
  const dialog = within(await screen.findByRole('dialog', { name: '다시 로그인해 주세요' }))
  expect(dialog.getByLabelText<HTMLInputElement>('이메일').value).toBe('kim@shop.test')
  const sent = desk({ 'GET /networks': { networks: [] }, 'POST /session': null, 'GET /session': aSession() })
  await userEvent.type(dialog.getByLabelText('비밀번호'), 'correct-Horse-77')
  await userEvent.type(dialog.getByLabelText('인증번호'), '123456')
  await userEvent.click(dialog.getByRole('button', { name: '로그인' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent[0]?.body).toEqual({ email: 'kim@shop.test', password: 'correct-Horse-77', code: '123456' })
  expect(screen.getByLabelText<HTMLInputElement>('메모').value).toBe('쓰던 글')
})

test('the palette leads to screens, to things to do, and to what the server finds', async () => {
  const sent = desk({
    'GET /search': {
      groups: [
        {
          kind: 'member',
          label: '회원',
          items: [{ id: '7', title: '남궁하나', detail: 'hana@mail.test', path: '/console/members/7' }],
        },
      ],
    },
  })
  const { address } = await renderConsole('/console/record', SCREENS)
  await screen.findByRole('heading', { name: '기록' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(screen.getByRole('combobox'), '환불')
  expect(await screen.findByRole('option', { name: '주문 환불하기' })).toBeDefined()

  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.type(screen.getByRole('combobox'), '남궁')
  expect(await screen.findByRole('option', { name: /남궁하나/, selected: true })).toBeDefined()
  expect(sent.at(-1)?.query).toBe('?q=%EB%82%A8%EA%B6%81')
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/console/members/7')
})

test('the palette remembers on the server what was opened and pinned', async () => {
  const hana = { id: '7', title: '남궁하나', path: '/console/members/7' }
  const sent = desk({
    'GET /search/kept': { recent: [hana], pinned: [] },
    'PUT /search/kept': { recent: [], pinned: [hana] },
  })
  await renderConsole('/console/record', SCREENS)
  await userEvent.click(await screen.findByRole('button', { name: /무엇이든 찾기/ }))
  await userEvent.click(await screen.findByRole('button', { name: '‘남궁하나’ 고정하기' }))

  expect(await screen.findByRole('button', { name: '‘남궁하나’ 고정 풀기' })).toBeDefined()
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'PUT /search/kept')?.body).toEqual({
      recent: [hana],
      pinned: [hana],
    }),
  )
})

test('one letter finds nobody yet, and the palette says what does', async () => {
  staff('members.view')
  const sent = desk({ 'GET /search/kept': { recent: [], pinned: [] } })
  await renderConsole('/console/members', SCREENS)
  await userEvent.click(await screen.findByRole('button', { name: /무엇이든 찾기/ }))

  await userEvent.type(screen.getByRole('combobox'), '김')

  await screen.findByText(/두 글자부터 찾습니다/)
  expect(sent.filter(({ call }) => call === 'GET /search')).toEqual([])
})

test('a palette without a search on the server still knows the screens', async () => {
  desk({ 'GET /search': missing })
  await renderConsole('/console/record', SCREENS)
  await userEvent.click(await screen.findByRole('button', { name: /무엇이든 찾기/ }))
  await userEvent.type(screen.getByRole('combobox'), '회원')

  expect(await screen.findByRole('option', { name: '회원' })).toBeDefined()
})

test('? lists the keys', async () => {
  await renderConsole('/console/record', SCREENS)
  await screen.findByRole('heading', { name: '기록' })
  await userEvent.keyboard('?')

  expect(within(screen.getByRole('dialog', { name: '단축키' })).getByText('줄 선택')).toBeDefined()
})

test('logging out ends the session on the server', async () => {
  const sent = desk({ 'DELETE /session': null })
  await renderConsole('/console/record', SCREENS)
  await userEvent.click(await screen.findByRole('button', { name: '김운영 님의 메뉴' }))
  await userEvent.click(screen.getByRole('button', { name: '로그아웃' }))

  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('DELETE /session'))
})
