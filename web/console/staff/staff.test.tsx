import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, desk, inShell, refuse, renderConsole } from '../testing'
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

test('an invitation says what the role may do, and waits for a second person', async () => {
  const sent = desk({ 'POST /staff': asked })
  await renderConsole('/console/staff?invite=1')
  const dialog = within(await screen.findByRole('dialog', { name: '직원 초대' }))
  await userEvent.type(dialog.getByLabelText('이름'), '이회계')
  await userEvent.type(dialog.getByLabelText('이메일'), 'lee@shop.test')
  await userEvent.selectOptions(
    dialog.getByLabelText('역할'),
    await dialog.findByRole('option', { name: '상담' }),
  )
  expect(dialog.getByText('회원 보기')).toBeDefined()
  await userEvent.type(dialog.getByLabelText('사유'), '인력 충원')
  await userEvent.click(dialog.getByRole('button', { name: '초대 요청' }))

  expect(await screen.findByText('두 번째 사람의 확인을 기다립니다.')).toBeDefined()
  expect(sent[0]?.body).toEqual({ name: '이회계', email: 'lee@shop.test', roleId: 3, reason: '인력 충원' })
})

test('a refused invitation keeps what was typed', async () => {
  desk({ 'POST /staff': () => refuse(409, 'email_taken', '이 메일을 쓰는 직원이 이미 있습니다.') })
  await renderConsole('/console/staff?invite=1')
  await userEvent.type(await screen.findByLabelText('이름'), '이회계')
  await userEvent.type(screen.getByLabelText('이메일'), 'park@shop.test')
  await userEvent.selectOptions(
    screen.getByLabelText('역할'),
    await screen.findByRole('option', { name: '상담' }),
  )
  await userEvent.type(screen.getByLabelText('사유'), '인력 충원')
  await userEvent.click(screen.getByRole('button', { name: '초대 요청' }))

  expect(await screen.findByText('이 메일을 쓰는 직원이 이미 있습니다.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('이름').value).toBe('이회계')
})

test('another role says what it gives and takes before it is asked for', async () => {
  const sent = desk({ 'PUT /staff/:id/role': asked })
  await renderConsole('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: '역할 바꾸기' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.selectOptions(
    dialog.getByLabelText('역할'),
    await dialog.findByRole('option', { name: '야간' }),
  )
  expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '주문·결제 보기',
    '회원 보기',
  ])

  await userEvent.type(dialog.getByLabelText('사유'), '야간 근무')
  await userEvent.click(dialog.getByRole('button', { name: '변경 요청' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ roleId: 4, reason: '야간 근무' }))
})

test('a first link is mailed, and the page never has it', async () => {
  desk({
    'POST /staff/:id/link': () => answer({ email: 'park@shop.test', expiresAt: '2026-11-25T00:00:00Z' }, 201),
  })
  await renderConsole('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: '초대 메일 다시 보내기' }))
  await userEvent.type(screen.getByLabelText('사유'), '받지 못함')
  await userEvent.click(screen.getByRole('button', { name: '메일 보내기' }))

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
  desk({
    'GET /staff': { items: [KIM, { ...PARK, state: 'active' }] },
    'POST /staff/:id/link': () =>
      answer({ url: 'https://shop.test/console/invitation#abc', expiresAt: '2026-11-25T00:00:00Z' }, 201),
  })
  await renderConsole('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: '로그인 다시 설정하는 링크' }))
  await userEvent.type(screen.getByLabelText('사유'), '첫 로그인')
  await userEvent.click(screen.getByRole('button', { name: '링크 만들기' }))

  expect(await screen.findByText('https://shop.test/console/invitation#abc')).toBeDefined()
  expect(screen.getByText(/2026.11.25 09:00까지 한 번/)).toBeDefined()
})

test('somebody is removed once their name is typed; oneself is not', async () => {
  const sent = desk({ 'POST /staff/:id/removal': null })
  const { go, address } = await renderConsole('/console/staff?open=1')
  expect(await screen.findByText(/본인은 제외할 수 없습니다/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '직원에서 제외' })).toBeNull()

  await go('/console/staff?open=2')
  await userEvent.click(await screen.findByRole('button', { name: '직원에서 제외' }))
  await userEvent.type(screen.getByLabelText('사유'), '퇴사')
  await userEvent.type(screen.getByLabelText(/아래와 똑같이/), '박상담')
  await userEvent.click(screen.getByRole('button', { name: '제외하기' }))
  await waitFor(() => expect(address()).toBe('/console/staff'))
  expect(sent[0]?.body).toEqual({ reason: '퇴사' })
})

test('networks are saved with a reason, and a refusal keeps the list', async () => {
  const sent = desk({ 'PUT /networks': () => refuse(422, 'locks_you_out', '지금 IP를 포함해 주세요.') })
  await renderConsole('/console/staff')
  const field = await screen.findByLabelText<HTMLTextAreaElement>('네트워크')
  await userEvent.type(field, '\n198.51.100.0/24')
  expect(screen.getByText(/2개 네트워크 밖에서는/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('사유'), '사무실 이전')
  await userEvent.click(screen.getByRole('button', { name: '저장' }))

  expect(await screen.findByText('지금 IP를 포함해 주세요.')).toBeDefined()
  expect(sent[0]?.body).toEqual({ networks: ['203.0.113.0/24', '198.51.100.0/24'], reason: '사무실 이전' })
  expect(field.value).toBe('203.0.113.0/24\n198.51.100.0/24')
})

test('the matrix reads who may do what, by groups; a role is changed by a second person', async () => {
  const sent = desk({ 'PUT /roles/:id': asked })
  await renderConsole('/console/roles')
  expect((await screen.findByRole('row', { name: /회원 보기/ })).textContent).toBe('회원 보기가능가능–불가')

  await userEvent.click(screen.getByRole('button', { name: '상담 역할 바꾸기' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox', { name: '주문·결제 보기' }))
  await userEvent.type(dialog.getByLabelText('사유'), '주문 문의')
  await userEvent.click(dialog.getByRole('button', { name: '변경 요청' }))
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({
      name: '상담',
      permissions: ['members.view', 'orders.view'],
      reason: '주문 문의',
    }),
  )
})

test('a role that nobody has can be removed', async () => {
  const sent = desk({ 'POST /roles/:id/removal': null })
  await renderConsole('/console/roles?role=4')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('사유'), '쓰지 않음')
  await userEvent.click(dialog.getByRole('button', { name: '역할 지우기' }))

  await waitFor(() => expect(sent[0]?.body).toEqual({ reason: '쓰지 않음' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
