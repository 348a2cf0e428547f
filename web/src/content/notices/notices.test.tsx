import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aNotice, aNoticeRow } from '../../../tests/builders'
import { address, renderAt } from '../../../tests/render'
import { answer, answerList, refuse, shop } from '../../../tests/shop'
import type { Notice, NoticeList } from '../../api/types'

const LIST = '/support/notice?page=1'

/** What the list was asked for, in order. */
function noticesAre(items: NoticeList['items'], { total = items.length } = {}) {
  const asked: string[] = []
  shop.use(
    http.get('/api/v1/notices', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      return answerList(items, { page: Number(searchParams.get('page')), pageSize: 10, total })
    }),
  )
  return asked
}

const noticeIs = (differs: Partial<Notice> = {}) =>
  shop.use(
    http.get('/api/v1/notices/:slug', ({ params }) =>
      answer(aNotice({ slug: String(params.slug), ...differs })),
    ),
  )

const rows = () =>
  screen
    .getAllByRole('listitem')
    .filter((one) => one.querySelector('time'))
    .map((one) => one.textContent)

beforeEach(() => sessionStorage.clear())

test('a notice stands with its mark, title, attachment and day in Korea', async () => {
  noticesAre([
    aNoticeRow({
      title: '점검 안내',
      pinned: true,
      hasAttachments: true,
      publishedAt: '2026-11-18T15:30:00Z',
    }),
    aNoticeRow({ slug: 'opening', title: '시작 안내' }),
  ])
  await renderAt(LIST)

  expect(rows()).toEqual(['중요점검 안내첨부파일 있음2026.11.19', '시작 안내2026.11.20'])
  expect(screen.getByRole('link', { name: /시작 안내/ }).getAttribute('href')).toBe('/support/notice/opening')
})

test('pages are links, and keep the search term', async () => {
  noticesAre([aNoticeRow()], { total: 35 })
  await renderAt('/support/notice?page=2&q=%EC%A0%90%EA%B2%80')

  const pages = within(screen.getByRole('navigation', { name: '페이지' }))
  expect(pages.getByRole('link', { name: '3 페이지' }).getAttribute('href')).toBe(
    '/support/notice?page=3&q=%EC%A0%90%EA%B2%80',
  )
  expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('2')
})

test('a search goes into the address, marks what it found and can be widened or cleared', async () => {
  const asked = noticesAre([aNoticeRow({ title: '정기 점검 안내' })])
  await renderAt(LIST)
  await userEvent.type(screen.getByRole('searchbox', { name: '공지사항 검색' }), ' 점검을 {Enter}')

  await waitFor(() => expect(address()).toBe('/support/notice?q=%EC%A0%90%EA%B2%80%EC%9D%84'))
  expect(asked.at(-1)).toBe(new URLSearchParams({ page: '1', q: '점검을' }).toString())
  expect(screen.getByText(/검색 결과/).textContent).toBe('점검을 검색 결과 1건')
  expect(screen.getByText('점검').tagName).toBe('MARK')
  expect(screen.getByRole('link', { name: '고객센터 전체에서 찾기' }).getAttribute('href')).toContain(
    '/support/search?q=',
  )
  await userEvent.click(screen.getByRole('link', { name: '검색 지우기' }))
  await waitFor(() => expect(address()).toBe('/support/notice?page=1'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test.each([
  [LIST, 0, '아직 등록된 공지사항이 없습니다.', null],
  ['/support/notice?page=9', 12, '이 페이지에는 공지사항이 없습니다.', '/support/notice?page=1'],
  ['/support/notice?page=9&q=x', 12, '이 페이지에는 공지사항이 없습니다.', '/support/notice?page=1&q=x'],
  ['/support/notice?page=1&q=x', 0, /찾으시는 말이 든 공지사항이 없습니다/, '/support/notice?page=1'],
])('%s of %i says what is missing and leads on', async (path, total, sentence, way) => {
  noticesAre([], { total })
  await renderAt(path)

  expect(screen.getByText(sentence)).toBeTruthy()
  const link = screen.queryByRole('link', { name: /목록 처음으로|전체 보기/ })
  expect(link?.getAttribute('href') ?? null).toBe(way)
})

test('a notice shows its text, its files and its neighbours', async () => {
  noticeIs({
    title: '점검 안내',
    html: '<h2 id="when">언제</h2><p>새벽 두 시입니다.</p>',
    publishedAt: '2026-11-19T01:00:00Z',
    updatedAt: '2026-11-21T01:00:00Z',
    attachments: [{ name: '순서표.pdf', url: '/files/0123456789abcdef-순서표.pdf', size: 120_000 }],
    previous: { slug: 'older', title: '지난 글' },
    next: null,
  })
  await renderAt('/support/notice/maintenance')

  const article = within(screen.getByRole('article'))
  expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual(['점검 안내'])
  expect(article.getByRole('heading', { level: 2, name: '언제' })).toBeTruthy()
  expect(article.getByText(/수정/).textContent).toBe('2026.11.21 수정')
  const file = article.getByRole('link', { name: /순서표.pdf/ })
  expect(file.getAttribute('download')).toBe('순서표.pdf')
  expect(file.textContent).toContain('120 KB')
  const others = within(screen.getByRole('navigation', { name: '다른 공지사항' }))
  expect(others.getByRole('link').getAttribute('href')).toBe('/support/notice/older')
  expect(document.title).toBe('이음 | 점검 안내')
})

test('a notice that was not changed on another day says nothing of it', async () => {
  noticeIs({ publishedAt: '2026-11-19T01:00:00Z', updatedAt: '2026-11-19T02:00:00Z' })
  await renderAt('/support/notice/one')

  expect(screen.queryByText(/수정/)).toBeNull()
})

test('from a notice, and from the next one, the way back leads to the page one came from', async () => {
  noticesAre([aNoticeRow({ slug: 'one', title: '첫째 글' })], { total: 25 })
  noticeIs({ next: { slug: 'two', title: '둘째 글' } })
  await renderAt('/support/notice?page=3&q=%EA%B8%80')
  await userEvent.click(screen.getByRole('link', { name: /첫째/ }))
  await userEvent.click(await screen.findByRole('link', { name: /둘째 글/ }))
  await waitFor(() => expect(address()).toBe('/support/notice/two'))
  await userEvent.click(screen.getByRole('link', { name: '목록으로' }))

  expect(address()).toBe('/support/notice?page=3&q=%EA%B8%80')
})

test('without a list visited before, the way back leads to its first page', async () => {
  noticeIs()
  await renderAt('/support/notice/one')

  expect(screen.getByRole('link', { name: '목록으로' }).getAttribute('href')).toBe(LIST)
})

test('a link in the text to another page of the shop stays in the document', async () => {
  noticesAre([])
  noticeIs({
    html: '<p><a href="/support/notice?page=1">목록 보기</a> <a href="/files/x-y.pdf">파일</a></p>',
  })
  await renderAt('/support/notice/one')
  await userEvent.click(screen.getByRole('link', { name: '목록 보기' }))

  await waitFor(() => expect(address()).toBe(LIST))
})

test('a withdrawn notice is shown as a missing page', async () => {
  shop.use(http.get('/api/v1/notices/:slug', () => refuse(410, 'gone', '내려간 글입니다.')))
  await renderAt('/support/notice/gone')

  expect(await screen.findByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
})
