import { expect, test } from 'vitest'
import { path } from './api/path'
import { listed, listPage, numbered, trail } from './discovery'
import { type Page, page } from './pages/page'

const list: Page = page({
  path: '/list',
  file: 'home/home',
  title: '목록',
  data: ({ page, query }) => ({ notices: path('/api/v1/notices', { page, q: query.get('q') ?? '' }) }),
})

test.each([
  ['', 1],
  ['page=1', 1],
  ['page=2', 2],
  ['page=2&utm_source=naver', 2],
  ['page=2&q=x', 1],
  ['q=x', 1],
  ['page=-3', 1],
])('the page of a list that ?%s shows is %i', (query, page) => {
  expect(listPage(list, new URLSearchParams(query))).toBe(page)
})

test('a page that shows no list has no second page', () => {
  expect(
    listPage({ ...list, data: () => ({ config: '/api/v1/config/info' }) }, new URLSearchParams('page=2')),
  ).toBe(1)
})

test('only later pages say their number', () => {
  expect([numbered('공지사항', 1), numbered('공지사항', 3)]).toEqual(['공지사항', '공지사항 (3쪽)'])
})

test('the sitemap lists no page that is switched off, for members, or kept from search engines', () => {
  const found = listed({ sttcYn: 'Y', dynmYn: 'N', ticketYn: 'N' }).map(({ path }) => path)

  expect(found).toContain('/')
  expect(found).toContain('/static-ip')
  expect(found).toContain('/sign-up')
  expect(found.filter((path) => path.includes(':'))).toEqual([])
  for (const path of ['/dynamic-ip', '/login', '/find-id', '/static-ip/payment/normal', '/mypage/leave'])
    expect(found).not.toContain(path)
})

test('the trail above a page names public pages only', () => {
  expect(trail('/static-ip/payment/normal/success', {})).toEqual([
    { path: '/static-ip', title: '고정 IP VPN' },
  ])
  expect(trail('/', {})).toEqual([])
  expect(trail('/privacy/policy', {})).toEqual([])
})
