import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aFaq, aFaqList } from '../../../tests/builders'
import { address, renderAt } from '../../../tests/render'
import { answer, refuse, shop } from '../../../tests/shop'
import type { FaqList } from '../../api/types'

const PAGE = '/support/faq?page=1'
const REFUND = aFaq({ slug: 'refund', category: 'payment', question: '환불은 어떻게 계산하나요?' })
const SPEED = aFaq({ slug: 'speed', category: 'product', question: '속도는 얼마나 나오나요?' })

function faqsAre(...pages: Partial<FaqList>[]) {
  const asked: string[] = []
  shop.use(
    http.get('/api/v1/faqs', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      const page = Number(searchParams.get('page'))
      return answer({ ...aFaqList({ page, ...(pages[page - 1] ?? { items: [] }) }) })
    }),
  )
  return asked
}

const entry = (name: string) => screen.getByRole('heading', { name }).closest('details') as HTMLDetailsElement

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = vi.fn() // jsdom has no layout to scroll
})

test('every answer is in the document, folded up under its question', async () => {
  faqsAre({ items: [SPEED, REFUND] })
  await renderAt(PAGE)

  expect(entry(REFUND.question).open).toBe(false)
  expect(within(entry(REFUND.question)).getByText('답변입니다.')).toBeTruthy()
  expect(screen.getByRole('region', { name: '결제' }).contains(entry(REFUND.question))).toBe(true)
  await userEvent.click(screen.getByText(SPEED.question))
  expect(entry(SPEED.question).open).toBe(true)
})

test('categories are links with their counts, and the chosen one is marked as current', async () => {
  const asked = faqsAre({ items: [REFUND], total: 1 })
  await renderAt(PAGE)

  const categories = within(screen.getByRole('navigation', { name: '질문 분류' }))
  expect(categories.getAllByRole('link').map((one) => one.textContent)).toEqual([
    '전체 3',
    '상품 2',
    '결제 1',
  ])
  await userEvent.click(categories.getByRole('link', { name: /결제/ }))

  await waitFor(() => expect(address()).toBe('/support/faq?page=1&category=payment'))
  expect(asked.at(-1)).toBe('page=1&category=payment')
  expect(
    within(screen.getByRole('navigation', { name: '질문 분류' })).getByRole('link', { current: true })
      .textContent,
  ).toBe('결제 1')
})

test('a search covers all categories and says how many results it has', async () => {
  const asked = faqsAre({ items: [REFUND], total: 1 })
  await renderAt('/support/faq?page=1&category=product')
  await userEvent.type(screen.getByRole('searchbox', { name: '자주 묻는 질문 검색' }), '환불')
  await userEvent.click(screen.getByRole('button', { name: '검색' }))

  await waitFor(() => expect(address()).toContain('/support/faq?q='))
  expect(asked.at(-1)).toBe(new URLSearchParams({ page: '1', q: '환불' }).toString())
  expect(screen.getByText('환불', { selector: 'mark' })).toBeTruthy()
  expect(screen.getByText(/검색 결과/).textContent).toBe('환불 검색 결과 1건')
  expect(entry(REFUND.question).open).toBe(true)
})

test('a search that finds nothing leads back', async () => {
  faqsAre({ items: [], total: 0 })
  await renderAt('/support/faq?page=1&q=zzz')

  expect(screen.getByRole('link', { name: '전체 보기' }).getAttribute('href')).toBe(PAGE)
})

test('a deep link unfolds its answer and brings it into sight', async () => {
  faqsAre({ items: [SPEED, REFUND] })
  await renderAt(`${PAGE}#refund`)

  await waitFor(() => expect(entry(REFUND.question).open).toBe(true))
  expect(entry(SPEED.question).open).toBe(false)
  expect(vi.mocked(HTMLElement.prototype.scrollIntoView).mock.contexts).toContain(entry(REFUND.question))
})

test('a deep link to an answer on another page leads to that page and unfolds it', async () => {
  faqsAre({ items: [SPEED], total: 21 }, { items: [REFUND], total: 21 })
  shop.use(http.get('/api/v1/faqs/refund', () => answer({ ...REFUND, page: 2 })))
  await renderAt('/support/faq#refund')

  await waitFor(() => expect(address()).toBe('/support/faq?page=2'))
  expect(entry(REFUND.question).open).toBe(true)
})

test('a deep link to an answer that is no more shows the list', async () => {
  faqsAre({ items: [SPEED] })
  shop.use(http.get('/api/v1/faqs/gone', () => refuse(404, 'not_found', '없는 글입니다.')))
  await renderAt('/support/faq?page=1#gone')

  expect(entry(SPEED.question).open).toBe(false)
  expect(address()).toBe(PAGE)
})

test('the address of an answer can be copied', async () => {
  const user = userEvent.setup()
  faqsAre({ items: [REFUND] })
  await renderAt(`${PAGE}#refund`)
  await waitFor(() => expect(entry(REFUND.question).open).toBe(true))
  await user.click(screen.getByRole('button', { name: /링크 복사/ }))

  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/support/faq#refund`)
  expect(screen.getByRole('button', { name: '링크를 복사했습니다' })).toBeTruthy()
})
