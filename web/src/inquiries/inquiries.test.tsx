import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember } from '../../tests/builders'
import { address, renderAt } from '../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../tests/shop'
import type { Inquiry, InquiryItem } from '../api/types'

const anItem = (differs: Partial<InquiryItem> = {}): InquiryItem => ({
  id: 7,
  category: 'connection',
  title: '접속이 자주 끊깁니다',
  state: 'received',
  createdAt: '2026-11-20T05:05:00Z',
  lastMessageAt: '2026-11-20T05:05:00Z',
  hasNewReply: false,
  ...differs,
})

const anInquiry = (differs: Partial<Inquiry> = {}): Inquiry => ({
  ...anItem(),
  service: null,
  order: null,
  messages: [
    {
      id: 1,
      author: 'member',
      body: '어제부터 끊깁니다.\n확인 부탁드립니다.',
      createdAt: '2026-11-20T05:05:00Z',
      images: [],
    },
  ],
  ...differs,
})

const listIs = (items: InquiryItem[], total = items.length) =>
  http.get('/api/v1/inquiries', () => answerList(items, { pageSize: 10, total }))

const inquiryIs = (inquiry: Inquiry) => http.get('/api/v1/inquiries/:id', () => answer(inquiry))

beforeEach(() => {
  sessionStorage.clear()
  shop.use(memberIs(aMember()))
})

test('inquiries are listed with their state, and a reply that was not read is said in words', async () => {
  shop.use(
    listIs([
      anItem({ id: 9, state: 'answered', hasNewReply: true }),
      anItem({ id: 8, title: '환불 문의', state: 'in_progress' }),
      anItem(),
    ]),
  )

  await renderAt('/support/inquiry?page=1')

  const [answered, inProgress, received] = screen
    .getAllByRole('listitem')
    .filter((row) => row.textContent?.includes('2026.11.20'))
  expect(answered?.textContent).toContain('새 답변')
  expect(answered?.textContent).toContain('답변완료')
  expect(inProgress?.textContent).toContain('처리중')
  expect(inProgress?.textContent).not.toContain('새 답변')
  expect(received?.textContent).toContain('접수')
  expect(screen.getByRole('link', { name: /환불 문의/ }).getAttribute('href')).toBe('/support/inquiry/8')
})

test('a member without inquiries is led to the first one', async () => {
  shop.use(listIs([]))

  await renderAt('/support/inquiry?page=1')

  expect(screen.getByText(/아직 문의하신 내역이 없습니다\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: '문의하기' }).getAttribute('href')).toBe('/support/inquiry/new')
})

test('the way to a new inquiry stands on the page once, beside the list or in its place', async () => {
  for (const items of [[], [anItem()]]) {
    shop.use(listIs(items))
    const { unmount } = await renderAt('/support/inquiry?page=1')
    expect(within(screen.getByRole('main')).getAllByRole('link', { name: /문의하기/ })).toHaveLength(1)
    unmount()
  }
})

test('a page behind the last one leads back', async () => {
  shop.use(listIs([], 3))

  await renderAt('/support/inquiry?page=9')

  expect(screen.getByText('이 페이지에는 내역이 없습니다.')).toBeTruthy()
})

test('an inquiry shows its images, and says where something was hidden', async () => {
  const image = { id: 3, name: '화면.png', width: 40, height: 30, size: 900, hidden: false }
  const [message] = anInquiry().messages
  if (!message) throw new Error('an inquiry has a message')
  shop.use(
    inquiryIs(
      anInquiry({
        state: 'answered',
        service: { id: 5, planName: 'KT 고정 IP', address: '203.0.113.10' },
        messages: [
          { ...message, images: [image, { ...image, id: 4, hidden: true }] },
          { ...message, id: 2, author: 'staff', body: '<b>확인했습니다.</b>' },
        ],
      }),
    ),
  )

  await renderAt('/support/inquiry/7')

  const [mine, theirs] = within(screen.getByRole('list', { name: '문의와 답변' })).getAllByText(
    /내 문의|고객센터 답변/,
  )
  expect([mine?.textContent, theirs?.textContent]).toEqual(['내 문의', '고객센터 답변'])
  const link = screen.getByRole('link', { name: '화면.png 크게 보기 (새 창)' })
  expect(link.getAttribute('href')).toBe('/api/v1/inquiry-images/3')
  expect(link.querySelector('img')?.getAttribute('src')).toBe('/api/v1/inquiry-images/3/thumbnail')
  expect(screen.getByText('고객센터에서 가린 사진')).toBeTruthy()
  expect(screen.getByText('<b>확인했습니다.</b>')).toBeTruthy()
  expect(screen.getByText('KT 고정 IP · 203.0.113.10')).toBeTruthy()
})

test('a reply on the screen is reported as seen, once', async () => {
  const seen: unknown[] = []
  shop.use(
    inquiryIs(anInquiry({ state: 'answered', hasNewReply: true })),
    http.put('/api/v1/inquiries/7/seen', async ({ request }) => {
      seen.push(await request.json())
      return answer(null)
    }),
  )

  await renderAt('/support/inquiry/7')

  await waitFor(() => expect(seen).toEqual([{ messageId: 1 }]))
})

test('what is not there, or is another member’s, is not found', async () => {
  shop.use(
    http.get('/api/v1/inquiries/:id', () => refuse(404, 'inquiry_not_found', '문의를 찾을 수 없습니다.')),
  )

  await renderAt('/support/inquiry/99')

  expect(await screen.findByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
})

test('a further message joins the thread, and the field is empty again', async () => {
  shop.use(
    inquiryIs(anInquiry({ state: 'answered' })),
    http.post('/api/v1/inquiries/7/messages', async ({ request }) => {
      const { body } = (await request.json()) as { body: string }
      const [message] = anInquiry().messages
      const messages = message ? [message, { ...message, id: 2, body }] : []
      return answer(anInquiry({ messages }), 201)
    }),
  )
  await renderAt('/support/inquiry/7')
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('추가 문의')

  await userEvent.click(screen.getByRole('button', { name: '추가 문의 보내기' }))
  expect(screen.getByText('내용을 입력해 주세요.')).toBeTruthy()
  await userEvent.type(field(), '또 끊깁니다.')
  await userEvent.click(screen.getByRole('button', { name: '추가 문의 보내기' }))

  expect(await screen.findByText('또 끊깁니다.', { selector: 'p' })).toBeTruthy()
  expect(field().value).toBe('')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('끊깁니다')
})

test('a visitor is sent to log in', async () => {
  shop.use(memberIs(null))

  await renderAt('/support/inquiry?page=1')

  await waitFor(() => expect(address()).toContain('/login?callbackUrl='))
})
