import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, aPreview, desk, inShell, refuse, renderConsole } from '../testing'
import type { Person, Role } from './queries'

const KIM: Person = {
  id: 1,
  name: '김운영',
  email: 'kim@shop.test',
  role: { id: 1, name: '소유자' },
  isOwner: true,
  state: 'active',
  lastSeenAt: '2026-11-24T00:00:00Z',
  sessions: 1,
  invitedAt: null,
  confirmsFrom: null,
}

const PARK: Person = {
  ...KIM,
  id: 2,
  name: '박상담',
  email: 'park@shop.test',
  role: { id: 3, name: '상담' },
  isOwner: false,
  state: 'invited',
  lastSeenAt: null,
  sessions: 0,
}

const aRole = (differs: Partial<Role>): Role => ({
  id: 1,
  name: '소유자',
  permissions: [],
  isOwner: false,
  isBuiltIn: true,
  staff: 1,
  ...differs,
})

const ROLES = [
  aRole({ isOwner: true }),
  aRole({ id: 3, name: '상담', permissions: ['members.view'], staff: 1 }),
  aRole({ id: 4, name: '야간', permissions: ['orders.view'], isBuiltIn: false, staff: 0 }),
]

const asked = () => answer({ approvalId: 9, preview: {} }, 202)

beforeEach(() => {
  inShell()
  desk({
    'GET /staff': { items: [KIM, PARK] },
    'GET /staff/:id/sessions': { items: [] },
    'GET /networks': { networks: ['203.0.113.0/24'] },
    'GET /roles': { items: ROLES },
    'GET /permissions': {
      items: [
        { name: 'members.view', label: '회원 보기', group: '회원' },
        { name: 'orders.view', label: '주문·결제 보기', group: '주문·결제' },
      ],
    },
  })
})

/** The press of a change as it was sent. */
const pressed = (sent: { body: unknown }[]) =>
  sent.map(({ body }) => body as Record<string, unknown> | undefined).find((body) => body && 'key' in body)

async function fillInvitation(email: string) {
  await userEvent.type(await screen.findByLabelText('이름'), '이회계')
  await userEvent.type(screen.getByLabelText('이메일'), email)
  await userEvent.selectOptions(
    await screen.findByLabelText('역할'),
    await screen.findByRole('option', { name: '상담' }),
  )
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
}

test('an invitation says what the role may do, and waits for a second person', async () => {
  const sent = desk({
    'POST /changes/staff.invite/preview': aPreview({ rows: [{ label: '권한', value: '회원 보기' }] }),
    'POST /changes/staff.invite': asked,
  })
  await renderConsole('/console/staff?invite=1')
  await fillInvitation('lee@shop.test')
  expect(await screen.findByText('회원 보기')).toBeDefined()
  await userEvent.type(screen.getByLabelText('사유'), '인력 충원')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '직원 초대' }))

  expect(await screen.findByText('두 번째 사람의 확인을 기다립니다.')).toBeDefined()
  expect(pressed(sent)).toMatchObject({
    target: null,
    wish: { name: '이회계', email: 'lee@shop.test', role: 3 },
    reason: '인력 충원',
  })
})

test('a refused invitation keeps what was typed', async () => {
  desk({
    'POST /changes/staff.invite/preview': () =>
      refuse(409, 'change_stays', '이 메일을 쓰는 직원이 이미 있습니다.'),
  })
  await renderConsole('/console/staff?invite=1')
  await fillInvitation('park@shop.test')

  expect(await screen.findByText('이 메일을 쓰는 직원이 이미 있습니다.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '돌아가기' }))
  expect((await screen.findByLabelText<HTMLInputElement>('이름')).value).toBe('이회계')
})

test('another role says what it gives and takes before it is asked for', async () => {
  const sent = desk({
    'POST /changes/staff.role/preview': aPreview({
      rows: [
        { label: '생기는 권한', value: '주문·결제 보기' },
        { label: '없어지는 권한', value: '회원 보기' },
      ],
    }),
    'POST /changes/staff.role': asked,
  })
  await renderConsole('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: '역할 바꾸기' }))
  await userEvent.selectOptions(
    await screen.findByLabelText('역할'),
    await screen.findByRole('option', { name: '야간' }),
  )
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  expect(await screen.findByText('주문·결제 보기')).toBeDefined()

  await userEvent.type(screen.getByLabelText('사유'), '야간 근무')
  await userEvent.click(screen.getByRole('button', { name: '직원의 역할 변경' }))
  await waitFor(() =>
    expect(pressed(sent)).toMatchObject({ target: 2, wish: { role: 4 }, reason: '야간 근무' }),
  )
})

async function makeLink(button: string, made: Record<string, string>) {
  desk({
    'POST /changes/staff.link/preview': aPreview(),
    'POST /changes/staff.link': () => answer({ made }, 200),
  })
  await renderConsole('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await userEvent.type(await screen.findByLabelText('사유'), '받지 못함')
  await userEvent.click(screen.getByRole('button', { name: '로그인 링크 발급' }))
}

test('a first link is mailed, and the page never has it', async () => {
  await makeLink('초대 메일 다시 보내기', { email: 'park@shop.test', expiresAt: '2026-11-25T00:00:00Z' })

  expect(
    await screen.findByText(/park@shop.test로 초대 메일을 보냈습니다. 2026.11.25 09:00까지/),
  ).toBeDefined()
})

test('a newcomer says from when they may be a second person', async () => {
  desk({ 'GET /staff': { items: [{ ...KIM, confirmsFrom: '2026-12-07T00:00:00Z' }] } })
  await renderConsole('/console/staff?open=1')

  expect(await screen.findByText('2026.12.07 09:00부터 할 수 있음')).toBeDefined()
})

test('a link that resets a login is shown once, with how long it works', async () => {
  desk({ 'GET /staff': { items: [KIM, { ...PARK, state: 'active' }] } })
  await makeLink('로그인 다시 설정하는 링크', {
    url: 'https://shop.test/console/invitation#abc',
    expiresAt: '2026-11-25T00:00:00Z',
  })

  expect(await screen.findByText('https://shop.test/console/invitation#abc')).toBeDefined()
  expect(screen.getByText(/2026.11.25 09:00까지 한 번/)).toBeDefined()
})

test('somebody is removed once their name is typed; oneself is not', async () => {
  const sent = desk({
    'POST /changes/staff.remove/preview': aPreview(),
    'POST /changes/staff.remove': { made: {} },
  })
  const { go, address } = await renderConsole('/console/staff?open=1')
  expect(await screen.findByText(/본인은 제외할 수 없습니다/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '직원에서 제외' })).toBeNull()

  await go('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: '직원에서 제외' }))
  await userEvent.type(await screen.findByLabelText('사유'), '퇴사')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '직원 제외' })
  expect(button.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText(/아래와 똑같이/), '박상담')
  await userEvent.click(button)
  await waitFor(() => expect(address()).toBe('/console/staff'))
  expect(pressed(sent)).toMatchObject({ target: 2, reason: '퇴사' })
})

test('all sessions of a colleague are ended at once', async () => {
  const session = { id: 5, userAgent: 'Firefox', address: '203.0.113.7', seenAt: '2026-11-24T00:00:00Z' }
  const sent = desk({
    'GET /staff/:id/sessions': { items: [session] },
    'POST /changes/staff.sessions': { made: {} },
  })
  await renderConsole('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: '모두 로그아웃시키기' }))

  expect(await screen.findByText('모든 기기에서 로그아웃시켰습니다.')).toBeDefined()
  expect(pressed(sent)).toMatchObject({ target: 2, wish: {} })
})

test('networks are shown before they are saved, and a refusal keeps what was typed', async () => {
  const sent = desk({
    'POST /changes/staff.networks/preview': aPreview({ warnings: ['저장하면 2개 네트워크 밖에서는 …'] }),
    'POST /changes/staff.networks': () => refuse(422, 'locks_you_out', '지금 IP를 포함해 주세요.'),
  })
  await renderConsole('/console/staff')
  await userEvent.click(await screen.findByRole('button', { name: '접속 네트워크 변경' }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^네트워크/)
  expect(field.value).toBe('203.0.113.0/24')
  await userEvent.type(field, '\n198.51.100.0/24')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  expect(await screen.findByText(/2개 네트워크 밖에서는/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('사유'), '사무실 이전')
  await userEvent.click(screen.getByRole('button', { name: '허용 네트워크 변경' }))

  expect(await screen.findByText('지금 IP를 포함해 주세요.')).toBeDefined()
  const wish = { networks: '203.0.113.0/24\n198.51.100.0/24' }
  expect(pressed(sent)).toMatchObject({ target: 'console', wish, reason: '사무실 이전' })
  expect(screen.getByLabelText<HTMLTextAreaElement>('사유').value).toBe('사무실 이전')
})

test('the matrix reads who may do what, by groups; a role is changed by a second person', async () => {
  const sent = desk({
    'POST /changes/roles.change/preview': aPreview(),
    'POST /changes/roles.change': asked,
  })
  await renderConsole('/console/roles')
  expect((await screen.findByRole('row', { name: /회원 보기/ })).textContent).toBe('회원 보기가능가능–불가')

  await userEvent.click(screen.getByRole('button', { name: '상담 역할 바꾸기' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox', { name: '주문·결제 보기' }))
  await userEvent.click(dialog.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '주문 문의')
  await userEvent.click(screen.getByRole('button', { name: '역할 변경' }))
  await waitFor(() =>
    expect(pressed(sent)).toMatchObject({
      target: 3,
      wish: { permissions: ['members.view', 'orders.view'] },
      reason: '주문 문의',
    }),
  )
})

test('a role that nobody has can be removed; one that somebody has says why not', async () => {
  const custom = aRole({ id: 5, name: '주간', isBuiltIn: false, staff: 2 })
  const sent = desk({
    'GET /roles': { items: [...ROLES, custom] },
    'POST /changes/roles.delete/preview': aPreview(),
    'POST /changes/roles.delete': { made: {} },
  })
  await renderConsole('/console/roles')
  const used = await screen.findByRole<HTMLButtonElement>('button', { name: '주간 역할 지우기' })
  expect([used.disabled, used.title]).toEqual([true, '이 역할인 직원이 있어 지울 수 없습니다.'])
  expect(screen.queryByRole('button', { name: '상담 역할 지우기' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '야간 역할 지우기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '쓰지 않음')
  await userEvent.click(screen.getByRole('button', { name: '역할 삭제' }))

  await waitFor(() => expect(pressed(sent)).toMatchObject({ target: 4, reason: '쓰지 않음' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
