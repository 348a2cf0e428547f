import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAgreement } from '../../../tests/builders'
import { press } from '../../../tests/page'
import { renderAt } from '../../../tests/render'
import { answer, refuse, shop } from '../../../tests/shop'

const TOKEN = `${'a'.repeat(42)}_`
const PASSWORD = 'battery-staple-7'
const LOOK_UP = '/api/v1/moving-in/look-up'
const USE = '/api/v1/moving-in/use'

let sent: unknown[] = []
/** jsdom cannot load another document, and says so instead. */
const leaving = vi.spyOn(console, 'error')

beforeEach(() => {
  sent = []
  leaving.mockImplementation(() => undefined)
  shop.use(
    http.post(LOOK_UP, () =>
      answer({ loginId: 'hong_gd', name: '홍길동', expiresAt: '2026-12-10T00:00:00Z', cameFrom: '옛가게' }),
    ),
    http.get('/api/v1/agreements', () =>
      answer([
        anAgreement({ key: 'terms', version: '3', title: '이용약관 동의', required: true }),
        anAgreement({ key: 'email', version: '1', title: '이메일 수신 동의', required: false }),
      ]),
    ),
    http.post(USE, async ({ request }) => {
      sent.push(await request.json())
      return answer(null)
    }),
  )
})

afterEach(() => {
  sessionStorage.clear()
  leaving.mockReset()
})

test('the link says whose it is, and what is sent is the password with what was ticked', async () => {
  await renderAt(`/moving-in#${TOKEN}`)
  expect(await screen.findByText('hong_gd')).toBeTruthy()

  await userEvent.type(await screen.findByLabelText('비밀번호'), PASSWORD)
  await userEvent.click(screen.getByRole('checkbox', { name: '(필수) 이용약관 동의' }))
  await press('비밀번호 정하고 로그인')

  expect(sent).toEqual([{ token: TOKEN, mberPw: PASSWORD, agreements: [{ key: 'terms', version: '3' }] }])
})

test('nothing is sent before the terms are agreed to, and nothing is ticked beforehand', async () => {
  await renderAt(`/moving-in#${TOKEN}`)
  await userEvent.type(await screen.findByLabelText('비밀번호'), PASSWORD)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')

  await press('비밀번호 정하고 로그인')

  expect(boxes.some((box) => box.checked)).toBe(false)
  expect(await screen.findByText('필수 항목에 동의해 주세요.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a link that does not work says why, and leads on', async () => {
  const late = '링크를 쓸 수 있는 기한이 지났습니다. 비밀번호 재설정에서 새 비밀번호를 정해 주세요.'
  shop.use(http.post(LOOK_UP, () => refuse(404, 'moving_link_not_found', late)))
  await renderAt(`/moving-in#${TOKEN}`)

  expect(await screen.findByText(late)).toBeTruthy()
  expect(screen.getByRole('link', { name: '비밀번호 재설정' }).getAttribute('href')).toBe('/reset-password')
})

test('without a whole token nothing is asked', async () => {
  await renderAt('/moving-in#half')

  expect(await screen.findByRole('heading', { name: '링크가 완전하지 않습니다' })).toBeTruthy()
})
