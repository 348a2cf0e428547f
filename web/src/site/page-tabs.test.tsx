import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aConfig, aMember } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answerList, configIs, memberIs, shop } from '../../tests/shop'
import { menuFor } from './menu'

const tabs = () => within(within(screen.getByRole('main')).getByRole('navigation', { name: '마이페이지' }))
/** What is in sight, without the group that is folded. */
const inSight = () =>
  tabs()
    .getAllByRole('link')
    .filter((link) => !link.closest('details'))
    .map(({ textContent }) => textContent)

const SPECIFIED = ['정보수정', '결제수단 관리', '결제내역', '이용현황', 'IP 변경', '서브 아이디 관리']

beforeEach(() =>
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services', () => answerList([])),
    http.get('/api/v1/orders', () => answerList([])),
    http.get('/api/v1/member/points', () => answerList([])),
  ),
)

test('the entries of the specification come first, in its order', () => {
  const mypage = menuFor(aConfig({ ticketYn: 'Y' }), aMember()).find(({ mypage }) => mypage)

  expect(mypage?.items.slice(0, 6).map(({ label }) => label)).toEqual(SPECIFIED)
  expect(mypage?.items.slice(6).every(({ more }) => more)).toBe(true)
})

test('these are one press away on every screen, and ours are grouped behind them', async () => {
  shop.use(configIs({ dynmYn: 'Y', ticketYn: 'Y' }))
  await renderAt('/mypage/service-status/normal')

  expect(inSight()).toEqual(SPECIFIED)
  const fold = tabs().getByText('더보기').closest('details') as HTMLElement
  expect(within(fold).getByText('포인트 내역')).toBeTruthy()
})

test('a page of the group behind has its tab in sight', async () => {
  shop.use(configIs({ ticketYn: 'Y' }))
  await renderAt('/mypage/points')

  expect(inSight()).toEqual([...SPECIFIED, '포인트 내역'])
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
