import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, aPreview, desk, inShell, listed, renderConsole } from '../testing'
import type { Detail, MemberLine, Moment } from './queries'

const LINE: MemberLine = {
  id: 7,
  loginId: 'namgung_ms',
  name: '남**수',
  email: 'na******@example.com',
  phone: '010-****-7788',
  state: 'active',
  isBlocked: false,
  ownerLoginId: null,
  joinedAt: '2026-11-01T00:00:00Z',
  servicesInUse: 2,
  lastSeenAt: '2026-11-24T00:00:00Z',
}

const DETAIL: Detail = {
  member: {
    id: 7,
    loginId: 'namgung_ms',
    name: '남**수',
    email: 'na******@example.com',
    phone: '010-****-7788',
    state: 'active',
    owner: null,
    joinedAt: '2026-11-01T00:00:00Z',
    leftAt: null,
    blockedAt: null,
    withheld: false,
    verifiedAt: null,
    smsOptIn: true,
    mailOptIn: false,
    secondFactor: false,
    passkeys: 0,
    sessions: 1,
    lastSeenAt: '2026-11-24T00:00:00Z',
    subIds: 0,
  },
  holdings: {
    points: 1200,
    tickets: 3,
    servicesInUse: 2,
    subscriptions: 1,
    subscriptionAmount: 33_000,
    pastDue: 0,
    orders: 4,
    paid: 132_000,
    returned: 0,
    inquiriesOpen: 0,
  },
  rights: {
    unmask: null,
    points: null,
    block: null,
    unblock: '차단하지 않은 회원입니다.',
    sessions: null,
    resetFactors: '2단계 인증을 쓰지 않습니다.',
    look: null,
  },
  kinds: ['orders', 'money', 'logins'],
}

const moment = (differs: Partial<Moment>): Moment => ({
  at: '2026-11-24T00:00:00Z',
  key: 'order:1',
  kind: 'orders',
  title: '주문 · KT 고정 IP',
  text: '1개월 × 1 · 결제 완료',
  amount: 33_000,
  by: null,
  link: { kind: 'order', id: '20261124-A' },
  ...differs,
})

const member = () =>
  desk({
    'GET /members/:id': DETAIL,
    'GET /members/:id/services': listed([]),
    'GET /members/:id/moments': { items: [moment({})], next: null },
  })

beforeEach(() => {
  inShell()
})

test('the list shows members masked and leads to their page', async () => {
  desk({ 'GET /members': listed([LINE]) })
  await renderConsole('/console/members')

  const row = await screen.findByRole('row', { name: /namgung_ms.*남\*\*수.*010-\*\*\*\*-7788.*이용중/ })

  expect(within(row).getByRole('link').getAttribute('href')).toBe('/console/members/7')
})

test('a member reads as who it is, what they have, and what happened, with why some things cannot be done', async () => {
  member()
  await renderConsole('/console/members/7')

  const order = await screen.findByRole('link', { name: '주문 · KT 고정 IP' })

  expect(order.getAttribute('href')).toBe('/console/orders/20261124-A')
  expect(screen.getByRole('button', { name: '주문·결제' })).toBeDefined()
  // Of what may not be seen there is no tab.
  expect(screen.queryByRole('button', { name: '메시지' })).toBeNull()
  expect(screen.queryByRole('button', { name: '2단계 인증 초기화' })).toBeNull()
  expect(screen.getByText('2단계 인증을 쓰지 않습니다.')).toBeDefined()
})

test('a tab asks for its kinds, and older moments come page by page', async () => {
  const sent = desk({
    'GET /members/:id': DETAIL,
    'GET /members/:id/services': listed([]),
    'GET /members/:id/moments': { items: [moment({})], next: 'c1' },
  })
  const { address } = await renderConsole('/console/members/7')

  await userEvent.click(await screen.findByRole('button', { name: '주문·결제' }))
  await userEvent.click(await screen.findByRole('button', { name: '더 오래된 것 보기' }))

  await waitFor(() =>
    expect(sent.filter(({ call }) => call.endsWith('moments')).at(-1)?.query).toBe(
      '?kind=orders&kind=money&after=c1',
    ),
  )
  expect(address()).toBe('/console/members/7?tab=orders')
})

test('what is masked is shown after a reason, and masked again by a press', async () => {
  member()
  const sent = desk({
    'POST /members/:id/unmask': { name: '남궁민수', email: 'namgung@example.com', phone: '01022227788' },
  })
  await renderConsole('/console/members/7')

  await userEvent.click(await screen.findByRole('button', { name: '가린 정보 보기' }))
  const look = screen.getByRole('button', { name: '보기' })
  expect(look.hasAttribute('disabled')).toBe(true)
  await userEvent.type(screen.getByLabelText('사유'), '전화로 본인 확인')
  await userEvent.click(look)

  expect(await screen.findByText('01022227788')).toBeDefined()
  expect(sent[0]?.body).toEqual({ reason: '전화로 본인 확인' })
  await userEvent.click(screen.getByRole('button', { name: '다시 가리기' }))
  expect(screen.queryByText('01022227788')).toBeNull()
})

test('points are taken after a look at the preview, and what was typed survives closing it', async () => {
  member()
  const sent = desk({
    'POST /changes/members.points_taken/preview': aPreview({
      rows: [{ label: '남는 포인트', value: '700포인트', before: '1,200포인트' }],
    }),
    'POST /changes/members.points_taken': { made: {} },
  })
  await renderConsole('/console/members/7')
  const amount = () => screen.getByLabelText('몇 포인트를 회수할까요?') as HTMLInputElement

  await userEvent.click(await screen.findByRole('button', { name: '포인트 회수' }))
  await userEvent.type(amount(), '1,500')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.click(await screen.findByRole('button', { name: '취소' }))
  expect(amount().value).toBe('1,500')
  await userEvent.clear(amount())
  await userEvent.type(amount(), '500')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  expect(await screen.findByText('700포인트')).toBeDefined()
  const dialog = within(screen.getByRole('dialog', { name: 'namgung_ms (남**수) 포인트 회수' }))
  await userEvent.type(dialog.getByLabelText('사유'), '잘못 지급')
  await userEvent.click(dialog.getByRole('button', { name: '포인트 회수' }))

  await screen.findByText('포인트를 회수했습니다.')
  expect(sent.find(({ call }) => call === 'POST /changes/members.points_taken')?.body).toEqual({
    target: 7,
    wish: { points: 500 },
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    digest: 'd1',
    reason: '잘못 지급',
  })
})

test('tickets are given for ninety days where nothing else is said', async () => {
  member()
  const sent = desk({ 'POST /changes/members.tickets/preview': aPreview() })
  await renderConsole('/console/members/7')

  await userEvent.click(await screen.findByRole('button', { name: 'IP 교체권 지급' }))
  await userEvent.type(screen.getByLabelText('몇 장을 줄까요?'), '3')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.click(await screen.findByRole('button', { name: '취소' }))
  const days = screen.getByLabelText<HTMLInputElement>(/며칠 동안 쓸 수 있나요/)
  expect(days.value).toBe('90')
  await userEvent.clear(days)
  await userEvent.type(days, '30')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await screen.findByLabelText('사유')

  expect(sent.map(({ body }) => body)).toEqual([
    { target: 7, wish: { tickets: 3, days: 90 } },
    { target: 7, wish: { tickets: 3, days: 30 } },
  ])
})

test('much of it waits for a second person', async () => {
  member()
  desk({
    'POST /changes/members.points/preview': aPreview(),
    'POST /changes/members.points': () => answer({ approvalId: 9, preview: aPreview() }, 202),
  })
  await renderConsole('/console/members/7')

  await userEvent.click(await screen.findByRole('button', { name: '포인트 지급' }))
  await userEvent.type(screen.getByLabelText('몇 포인트를 줄까요?'), '200,000')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '보상')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '포인트 지급' }))

  expect(await screen.findByText('두 번째 사람의 확인을 기다립니다.')).toBeDefined()
})

test('who is blocked has to be named first', async () => {
  member()
  const sent = desk({
    'POST /changes/members.block/preview': aPreview(),
    'POST /changes/members.block': { made: {} },
  })
  await renderConsole('/console/members/7')

  await userEvent.click(await screen.findByRole('button', { name: '차단' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('사유'), '도용 신고')
  const press = await dialog.findByRole('button', { name: '차단' })
  expect(press.hasAttribute('disabled')).toBe(true)
  await userEvent.type(dialog.getByLabelText(/아래와 똑같이/), 'namgung_ms')
  await userEvent.click(press)

  await screen.findByText('차단했습니다.')
  expect(sent.find(({ call }) => call === 'POST /changes/members.block')?.body).toMatchObject({
    target: 7,
    wish: {},
    digest: 'd1',
    reason: '도용 신고',
  })
})

test('a member’s own data is asked for with a reason and waits for a second person', async () => {
  member()
  const sent = desk({
    'POST /changes/exports.member/preview': aPreview(),
    'POST /changes/exports.member': () =>
      new Response(JSON.stringify({ status: 202, data: { approvalId: 9, preview: aPreview() } }), {
        status: 202,
      }),
  })
  await renderConsole('/console/members/7')

  await userEvent.click(await screen.findByRole('button', { name: '본인 정보 파일 만들기' }))
  const dialog = within(await screen.findByRole('dialog', { name: /namgung_ms.*정보를 파일로 만들기/ }))
  await userEvent.type(await dialog.findByLabelText('사유'), '본인의 열람 요청')
  await userEvent.click(dialog.getByRole('button', { name: '본인 정보 파일 만들기' }))

  await waitFor(() => expect(sent.at(-1)?.call).toBe('POST /changes/exports.member'))
  expect(sent.at(-1)?.body).toMatchObject({ target: 7, reason: '본인의 열람 요청' })
})

test('who may not take personal data away is not offered a member’s own data', async () => {
  inShell({ isOwner: false, permissions: ['members.view', 'exports.make'] })
  member()
  await renderConsole('/console/members/7')

  await screen.findByRole('link', { name: '주문 · KT 고정 IP' })
  expect(screen.queryByRole('button', { name: '본인 정보 파일 만들기' })).toBeNull()
})
