import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { aMember } from '../../../tests/builders'
import { press } from '../../../tests/page'
import { address, renderAt } from '../../../tests/render'
import { answer, memberIs, refuse, shop } from '../../../tests/shop'

const WRONG = '인증번호가 일치하지 않습니다. 인증 앱에 새로 표시된 번호를 입력해 주세요.'

const code = () => screen.findByLabelText<HTMLInputElement>('인증번호 6자리')

/** Asks for a second factor and accepts these codes. */
function loginWithSecondFactor(accepted: string[], seen: unknown[] = []) {
  return http.post('/api/login', async ({ request }) => {
    const credentials = (await request.json()) as { otp?: string }
    seen.push(credentials)
    if (credentials.otp === undefined)
      return refuse(401, 'second_factor_required', '인증 앱의 인증번호 6자리를 입력해 주세요.')
    if (!accepted.includes(credentials.otp)) return refuse(401, 'otp_wrong', WRONG)
    shop.use(memberIs(aMember()))
    return answer(null)
  })
}

async function logIn() {
  await userEvent.type(screen.getByLabelText('아이디'), 'hong1234')
  await userEvent.type(screen.getByLabelText('비밀번호'), 'correct-horse-5')
  await press('로그인')
}

afterEach(() => vi.useRealTimers())

test('after the password the app code is asked for, and both are sent together', async () => {
  const seen: unknown[] = []
  shop.use(loginWithSecondFactor(['123456'], seen))
  await renderAt('/login?callbackUrl=%2Fstatic-ip')
  await logIn()

  expect(document.activeElement).toBe(await code())
  await userEvent.type(await code(), '123 456{Enter}')

  await waitFor(() => expect(address()).toBe('/static-ip'))
  expect(seen[1]).toEqual({ mberId: 'hong1234', mberPw: 'correct-horse-5', otp: '123456' })
})

test('the password is kept in memory only', async () => {
  shop.use(loginWithSecondFactor([]))
  await renderAt('/login')
  await logIn()
  await code()

  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('correct-horse')
  expect(document.body.innerHTML).not.toContain('correct-horse')
})

test('a wrong code is reported at its field, which is focused again', async () => {
  shop.use(loginWithSecondFactor(['123456']))
  await renderAt('/login')
  await logIn()

  await userEvent.type(await code(), '000000{Enter}')

  expect(await screen.findByText(WRONG)).toBeTruthy()
  expect((await code()).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(await code())
})

test('a recovery code is accepted instead', async () => {
  const seen: unknown[] = []
  shop.use(loginWithSecondFactor(['abcd-efgh'], seen))
  await renderAt('/login')
  await logIn()
  await code()

  await press('복구 코드 사용')
  const field = screen.getByLabelText('복구 코드')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, ' abcd-efgh {Enter}')

  await waitFor(() => expect(address()).toBe('/mypage/service-status/normal?page=1'))
  expect(seen[1]).toMatchObject({ otp: 'abcd-efgh' })
})

test('the login can be started over', async () => {
  shop.use(loginWithSecondFactor([]))
  await renderAt('/login')
  await logIn()
  await code()

  await press('처음부터 다시')

  expect(screen.getByLabelText<HTMLInputElement>('비밀번호').value).toBe('')
})

test('a locked login counts down and disables the button until then', async () => {
  const detail = '로그인 시도 횟수를 초과했습니다. 2분 후 다시 시도해 주세요.'
  shop.use(
    http.post('/api/login', () =>
      HttpResponse.json(
        { status: 429, code: 'login_locked', title: '', detail },
        { status: 429, headers: { 'retry-after': '90' } },
      ),
    ),
  )
  await renderAt('/login')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(screen.getByLabelText('아이디'), 'hong1234')
  await user.type(screen.getByLabelText('비밀번호'), 'correct-horse-5')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '로그인' })

  await user.click(button)

  expect((await screen.findByRole('alert')).textContent).toContain(detail)
  expect(screen.getByRole('timer').textContent).toMatch(/1:(30|29)/)
  expect(button.disabled).toBe(true)
  await vi.advanceTimersByTimeAsync(91_000)
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(screen.queryByRole('timer')).toBeNull()
})
