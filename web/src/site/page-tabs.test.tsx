import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aConfig, aMember } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answerList, configIs, memberIs, shop } from '../../tests/shop'
import { menuFor } from './menu'

const tabs = () => within(within(screen.getByRole('main')).getByRole('navigation', { name: '마이페이지' }))
/** What narrow screens show in the row, where the style sheet hides the others. */
const inTheRow = () =>
  tabs()
    .getAllByRole('link')
    .filter((link) => !link.closest('details') && !link.closest('.max-lg\\:hidden'))
    .map(({ textContent }) => textContent)

beforeEach(() =>
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services', () => answerList([])),
    http.get('/api/v1/orders', () => answerList([])),
    http.get('/api/v1/points', () => answerList([])),
  ),
)

test('what is in use and what was paid come first', () => {
  const mypage = menuFor(aConfig(), aMember()).find(({ mypage }) => mypage)

  expect(mypage?.items.slice(0, 2).map(({ label }) => label)).toEqual(['이용현황', '결제내역'])
})

test('narrow screens show three tabs and fold the rest, so that none is cut off', async () => {
  shop.use(configIs({ dynmYn: 'Y', ticketYn: 'Y' }))
  await renderAt('/mypage/service-status/normal')

  expect(inTheRow()).toEqual(['이용현황', '결제내역', '정보수정'])
  const fold = tabs().getByText('더보기').closest('details') as HTMLElement
  expect(fold.className).toContain('lg:hidden')
  expect(within(fold).getByText('포인트 내역')).toBeTruthy()
})

test('a tab that was pressed is marked at once, while its page is still on its way', async () => {
  shop.use(http.get('/api/v1/orders', () => delay('infinite')))
  await renderAt('/mypage/service-status/normal')

  const tab = tabs().getByRole('link', { name: '결제내역' })
  await userEvent.click(tab)

  expect(tab.getAttribute('aria-current')).not.toBeNull()
  expect(tabs().getByRole('link', { name: '이용현황' }).getAttribute('aria-current')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: '이용현황' })).toBeTruthy()
})
