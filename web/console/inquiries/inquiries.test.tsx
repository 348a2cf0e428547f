import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import type { Beside, InquiryLine, Thread } from './queries'

const NASTY = '<img src=x onerror=alert(1)>'

const LINE: InquiryLine = {
  id: 7,
  title: NASTY,
  category: 'connection',
  state: 'received',
  member: { id: 3, loginId: 'hong****', name: '홍*동' },
  waitingSince: '2026-11-24T00:00:00Z',
  lastMessageAt: '2026-11-24T00:00:00Z',
  createdAt: '2026-11-24T00:00:00Z',
  assigneeId: null,
  takenBy: null,
  hasNotes: false,
}

const BESIDE: Beside = {
  memberSince: '2026-01-01T00:00:00Z',
  inquiries: 2,
  points: 1500,
  tickets: 0,
  services: [
    { id: 9, planName: '고정 IP', state: 'active', endsAt: '2026-12-24T00:00:00Z', address: '203.0.113.7' },
  ],
  orders: [],
  owes: [
    { subscriptionId: 4, orderId: null, state: 'past_due', amount: 33_000, dueAt: '2026-11-20T00:00:00Z' },
  ],
}

const aThread = (differs: Partial<Thread> = {}): Thread => ({
  ...LINE,
  service: null,
  order: null,
  messages: [
    { id: 70, staff: null, body: `${NASTY} 끊깁니다`, createdAt: '2026-11-24T00:00:00Z', images: [] },
  ],
  notes: [{ id: 1, staff: '박상담', body: '장비 교체 예정', writtenAt: '2026-11-24T01:00:00Z' }],
  actions: [],
  beside: BESIDE,
  ...differs,
})

const CANNED = {
  items: [
    {
      id: 1,
      title: '재연결 안내',
      category: null,
      body: '{이름} 님, 다시 연결해 주세요.',
      version: 1,
      changedAt: '2026-11-24T00:00:00Z',
      changedBy: '박상담',
    },
  ],
  placeholders: [{ name: '이름', label: '회원 이름' }],
}

const alone = { others: [], newest: 70 }

const answering = (differs: Record<string, unknown> = {}) =>
  desk({
    'GET /inquiries/colleagues': { items: [{ id: 1, name: '김운영' }] },
    'GET /inquiries/7': aThread(),
    'POST /inquiries/7/presence': alone,
    'GET /inquiries/canned': CANNED,
    ...differs,
  })

beforeEach(() => localStorage.clear())

test('the queue shows what a member wrote as text, and n opens whoever waits longest', async () => {
  inShell()
  const sent = answering({
    'GET /inquiries': listed([LINE]),
    'GET /inquiries/next': { id: 7 },
  })
  const { address } = await renderConsole('/console/inquiries')

  expect(await screen.findByRole('link', { name: NASTY })).toBeDefined()
  await userEvent.keyboard('n')
  await waitFor(() => expect(address()).toBe('/console/inquiries/7'))
  expect(await screen.findByRole('heading', { name: NASTY, level: 1 })).toBeDefined()
  expect(document.querySelector('main img')).toBeNull()
  expect(sent.filter(({ call }) => call.includes('presence'))[0]?.headers.get('x-quiet')).toBe('1')
})

test('an inquiry is answered by the keyboard alone: c chooses, r writes, Ctrl Enter sends, n goes on', async () => {
  inShell()
  const sent = answering({
    'POST /inquiries/7/answer/text': { text: '홍*동 님, 다시 연결해 주세요.' },
    'POST /changes/inquiries.answer': { made: { id: 71 } },
    'GET /inquiries/next': { id: null },
  })
  await renderConsole('/console/inquiries/7')
  await screen.findByRole('heading', { name: NASTY, level: 1 })

  await userEvent.keyboard('c')
  await screen.findByRole('button', { name: /재연결 안내/ })
  await userEvent.keyboard('{Enter}')
  const area = screen.getByRole('textbox', { name: '답변' })
  await waitFor(() => expect(document.activeElement).toBe(area))
  expect(await screen.findByText('홍*동 님, 다시 연결해 주세요.')).toBeDefined()
  await userEvent.keyboard('{Escape}r 감사합니다.{Control>}{Enter}{/Control}')

  await waitFor(() => expect(sent.some(({ call }) => call === 'POST /changes/inquiries.answer')).toBe(true))
  expect(sent.find(({ call }) => call === 'POST /changes/inquiries.answer')?.body).toEqual({
    target: 7,
    wish: { body: '{이름} 님, 다시 연결해 주세요. 감사합니다.', seen: 70, further: false },
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  await screen.findByText('답변을 보냈습니다. 회원에게 메일과 문자로 알립니다.')
  expect((area as HTMLTextAreaElement).value).toBe('')
  await userEvent.keyboard('n')
  expect(await screen.findByText('답변을 기다리는 다른 문의가 없습니다.')).toBeDefined()
})

test('what was typed stays where the member has written since, and after the page is left', async () => {
  inShell()
  const sent = answering({
    'POST /changes/inquiries.answer': () =>
      refuse(409, 'unseen_messages', '문의를 다시 열어 모두 읽은 뒤 답변해 주세요.'),
  })
  const { unmount } = await renderConsole('/console/inquiries/7')
  const area = await screen.findByRole('textbox', { name: '답변' })

  await userEvent.type(area, '재부팅해 주세요.')
  await userEvent.click(screen.getByRole('button', { name: '답변 보내기' }))

  await screen.findByText('문의를 다시 열어 모두 읽은 뒤 답변해 주세요.')
  expect((area as HTMLTextAreaElement).value).toBe('재부팅해 주세요.')
  // The thread is shown as it is now.
  await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /inquiries/7')).toHaveLength(2))
  unmount()
  await renderConsole('/console/inquiries/7')
  expect(((await screen.findByRole('textbox', { name: '답변' })) as HTMLTextAreaElement).value).toBe(
    '재부팅해 주세요.',
  )
})

test('one is warned of a colleague who writes an answer, and of what was written meanwhile', async () => {
  inShell()
  answering({
    'POST /inquiries/7/presence': { others: [{ id: 2, name: '이상담', isWriting: true }], newest: 72 },
  })
  await renderConsole('/console/inquiries/7')

  expect(await screen.findByText('이상담 님이 이 문의의 답변을 쓰고 있습니다.')).toBeDefined()
  expect(screen.getByRole('button', { name: '새 글 보기' })).toBeDefined()
})

test('what the member has and owes stands beside it, and notes are told apart from answers', async () => {
  inShell()
  answering()
  await renderConsole('/console/inquiries/7')

  const beside = within(await screen.findByRole('complementary', { name: '문의한 회원' }))
  expect(beside.getByText('정기결제 실패')).toBeDefined()
  expect(beside.getByRole('link', { name: '고정 IP' }).getAttribute('href')).toBe('/console/services/9')
  const thread = within(screen.getByRole('list', { name: '문의와 답변' }))
  expect(thread.getByText('내부 메모')).toBeDefined()
})

test('whoever may only look has nothing to answer with', async () => {
  inShell({ isOwner: false, permissions: ['inquiries.view'] })
  answering()
  await renderConsole('/console/inquiries/7')

  expect(await screen.findByRole('heading', { name: NASTY, level: 1 })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: '답변' })).toBeNull()
  expect(screen.queryByRole('button', { name: '답변 없이 종료' })).toBeNull()
})

test('an inquiry is closed as it was read, after the preview and with a reason', async () => {
  inShell()
  const sent = answering({
    'POST /changes/inquiries.close/preview': aPreview({ title: '답변 없이 종료' }),
    'POST /changes/inquiries.close': { made: {} },
  })
  await renderConsole('/console/inquiries/7')

  await userEvent.click(await screen.findByRole('button', { name: '답변 없이 종료' }))
  const dialog = within(screen.getByRole('dialog', { name: '답변 없이 종료' }))
  await userEvent.type(await dialog.findByLabelText('사유'), '광고 글')
  await userEvent.click(dialog.getByRole('button', { name: '답변 없이 종료' }))

  await screen.findByText('문의를 종료했습니다.')
  expect(sent.find(({ call }) => call === 'POST /changes/inquiries.close')?.body).toMatchObject({
    target: 7,
    wish: { seen: 70 },
    reason: '광고 글',
  })
})

test('a note stays until it is written down, and somebody is put in charge at once', async () => {
  inShell()
  let isDown = true
  const sent = answering({
    'GET /inquiries/colleagues': { items: [{ id: 2, name: '이상담' }] },
    'POST /changes/inquiries.note': () =>
      isDown ? refuse(503, 'unavailable', '잠시 뒤 다시 시도해 주세요.') : answer({ made: {} }, 200),
    'POST /changes/inquiries.assign': { made: {} },
  })
  await renderConsole('/console/inquiries/7')
  const note = (await screen.findByLabelText('내부 메모')) as HTMLTextAreaElement

  await userEvent.type(note, '장비 교체')
  await userEvent.click(screen.getByRole('button', { name: '메모 남기기' }))
  await screen.findByText('잠시 뒤 다시 시도해 주세요.')
  expect(note.value).toBe('장비 교체')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: '메모 남기기' }))
  await waitFor(() => expect(note.value).toBe(''))
  await userEvent.click(screen.getByRole('button', { name: '담당자 바꾸기' }))
  await userEvent.click(await screen.findByRole('button', { name: '이상담 님에게' }))

  await screen.findByText('담당자를 바꾸었습니다.')
  const bodies = sent.filter(({ call }) => call.startsWith('POST /changes')).map(({ body }) => body)
  expect(bodies).toMatchObject([
    { target: 7, wish: { body: '장비 교체' } },
    { target: 7, wish: { body: '장비 교체' } },
    { target: 7, wish: { to: 2 } },
  ])
  // A press that may have arrived has the key of the first.
  expect((bodies[1] as { key: string }).key).toBe((bodies[0] as { key: string }).key)
})

test('of a canned answer only what was changed is sent, with the version that was seen', async () => {
  inShell()
  const sent = desk({
    'GET /inquiries/canned': CANNED,
    'POST /changes/inquiries.canned_edited': { made: {} },
  })
  await renderConsole('/console/inquiries/canned')

  await userEvent.click(await screen.findByRole('button', { name: '고치기' }))
  const dialog = within(screen.getByRole('dialog', { name: '답변 서식 고치기' }))
  await userEvent.click(dialog.getByRole('button', { name: /\{이름\}/ }))
  await userEvent.selectOptions(dialog.getByLabelText(/분류/), '접속·설정')
  await userEvent.click(dialog.getByRole('button', { name: '답변 서식 저장' }))

  await screen.findByText('답변 서식을 저장했습니다.')
  expect(sent.find(({ call }) => call === 'POST /changes/inquiries.canned_edited')?.body).toMatchObject({
    target: 1,
    wish: { version: 1, category: 'connection', body: '{이름} 님, 다시 연결해 주세요.{이름}' },
  })
})

test('a canned answer is made, and removed by its name', async () => {
  inShell()
  const sent = desk({
    'GET /inquiries/canned': CANNED,
    'POST /changes/inquiries.canned': { made: { id: 2 } },
    'POST /changes/inquiries.canned_removed/preview': aPreview(),
    'POST /changes/inquiries.canned_removed': { made: {} },
  })
  await renderConsole('/console/inquiries/canned?make=1')

  const form = within(await screen.findByRole('dialog', { name: '답변 서식 만들기' }))
  await userEvent.type(form.getByLabelText('이름'), '속도')
  expect(form.getByRole('button', { name: '답변 서식 만들기' }).hasAttribute('disabled')).toBe(true)
  await userEvent.type(form.getByLabelText('내용'), '점검했습니다.')
  await userEvent.click(form.getByRole('button', { name: '답변 서식 만들기' }))
  await screen.findByText('답변 서식을 만들었습니다.')
  await userEvent.click(await screen.findByRole('button', { name: '삭제' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('사유'), '더 쓰지 않음')
  await userEvent.type(dialog.getByLabelText(/아래와 똑같이/), '재연결 안내')
  await userEvent.click(dialog.getByRole('button', { name: '답변 서식 삭제' }))
  await screen.findByText('답변 서식을 삭제했습니다.')

  expect(sent.find(({ call }) => call === 'POST /changes/inquiries.canned')?.body).toMatchObject({
    target: null,
    wish: { title: '속도', body: '점검했습니다.' },
  })
})
