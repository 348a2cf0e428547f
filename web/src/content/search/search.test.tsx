import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { address, renderAt } from '../../../tests/render'
import { answer, shop } from '../../../tests/shop'
import type { FoundTexts } from '../../api/types'

const ITEMS: FoundTexts['items'] = [
  {
    kind: 'faq',
    path: '/support/faq?page=1#refund',
    title: '환불은 어떻게 계산하나요?',
    excerpt: '남은 날의 요금을 환불합니다.',
  },
  { kind: 'notice', path: '/support/notice/terms', title: '약관 안내', excerpt: '청약철회와 환불' },
  { kind: 'guide', path: '/use/windows', title: '윈도우', excerpt: '' },
]

function finds(items: FoundTexts['items'], { total = items.length, isTotalExact = true } = {}) {
  const asked: string[] = []
  shop.use(
    http.get('/api/v1/search', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('q') ?? '')
      return answer({ items, page: 1, pageSize: 10, total, isTotalExact })
    }),
  )
  return asked
}

test('without a search term nothing is fetched', async () => {
  const asked = finds(ITEMS)
  await renderAt('/support/search')

  expect(asked).toEqual([])
  expect(screen.queryByRole('heading', { name: /검색 결과/ })).toBeNull()
  expect(screen.getByRole('navigation', { name: '자주 찾는 말' })).toBeTruthy()
})

test('a result shows its kind, with the match marked', async () => {
  const asked = finds(ITEMS)
  await renderAt('/support/search')
  await userEvent.type(screen.getByRole('searchbox'), '환불은{Enter}')

  const first = await screen.findByRole('link', { name: /환불은 어떻게/ })
  expect(address()).toBe('/support/search?q=%ED%99%98%EB%B6%88%EC%9D%80')
  expect(asked).toEqual(['환불은'])
  expect(first.getAttribute('href')).toBe('/support/faq?page=1#refund')
  expect(within(first).getByText('자주 묻는 질문')).toBeTruthy()
  expect([...first.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['환불은', '환불'])
  expect(screen.getByRole('heading', { name: '환불은 검색 결과 3건' })).toBeTruthy()
})

test('where the server stopped counting the page says so', async () => {
  finds(ITEMS, { total: 1000, isTotalExact: false })
  await renderAt('/support/search?q=x')

  expect(screen.getByRole('heading', { name: 'x 검색 결과 1,000건 이상' })).toBeTruthy()
})

test('a search that finds nothing says what to try', async () => {
  finds([])
  await renderAt('/support/search?q=zzz')

  expect(screen.getByText(/검색어를 줄이거나 바꾸어/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: '고객센터 전체 검색' })).toBeNull()
})
