import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLegalDocument } from '../../tests/builders'
import { main } from '../../tests/page'
import { address, renderAt } from '../../tests/render'
import { answer, refuse, shop } from '../../tests/shop'

const OLD = { version: '2026-11-20', effectiveFrom: '2026-11-20' }
const NOW = { version: '2026-11-21', effectiveFrom: '2026-11-21' }
const NEXT = { version: '2026-12-22', effectiveFrom: '2026-12-22' }

const versionsAre = (...versions: (typeof OLD)[]) =>
  shop.use(
    http.get('/api/v1/legal/terms-use', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('version') ?? NOW.version
      const found = versions.find(({ version }) => version === asked)
      if (!found) return refuse(404, 'not_found', '찾을 수 없습니다.')
      return answer(aLegalDocument({ ...found, versions, isCurrent: asked === NOW.version }))
    }),
  )

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T03:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the terms say since when they are in force and what they contain', async () => {
  await renderAt('/privacy/terms-use')

  expect(main().getByRole('heading', { level: 1, name: '이용약관' })).toBeTruthy()
  expect(main().getByText('시행일 2026년 11월 20일')).toBeTruthy()
  const [article] = main().getAllByRole('link', { name: '제1조 (목적)' })
  expect(article?.getAttribute('href')).toBe('#제1조')
  expect(main().getByRole('heading', { level: 3, name: '제1조 (목적)' }).id).toBe('제1조')
})

test('a change is announced, and its text can be read before it is in force', async () => {
  versionsAre(NEXT, NOW, OLD)
  await renderAt('/privacy/terms-use')

  expect(main().getByText(/2026년 12월 22일부터 내용이 바뀝니다/)).toBeTruthy()
  await userEvent.click(main().getByRole('link', { name: '바뀔 내용 보기' }))

  expect(await main().findByText(/아직 시행되지 않았습니다/)).toBeTruthy()
  expect(address()).toBe('/privacy/terms-use?version=2026-12-22')
})

test('an older version says so and leads back to the one in force', async () => {
  versionsAre(NOW, OLD)
  await renderAt('/privacy/terms-use?version=2026-11-20')

  expect(main().getByText(/지금은 적용되지 않습니다/)).toBeTruthy()
  await userEvent.click(main().getByRole('link', { name: '지금 시행 중인 내용 보기' }))

  await waitFor(() => expect(main().queryByText(/지금은 적용되지 않습니다/)).toBeNull())
  expect(address()).toBe('/privacy/terms-use')
})

test('all versions are listed, the newest first, each with its state', async () => {
  versionsAre(NEXT, NOW, OLD)
  await renderAt('/privacy/terms-use')

  const [shown] = main().getAllByText('시행일 2026년 11월 21일')
  const list = within(shown?.nextElementSibling as HTMLElement)
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['2026년 12월 22일시행 예정', '/privacy/terms-use?version=2026-12-22'],
    ['2026년 11월 21일시행 중', '/privacy/terms-use'],
    ['2026년 11월 20일지난 내용', '/privacy/terms-use?version=2026-11-20'],
  ])
})

test('an unknown version is shown as a missing page', async () => {
  versionsAre(NOW)

  await renderAt('/privacy/terms-use?version=1999-01-01')

  expect(await screen.findByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
})
