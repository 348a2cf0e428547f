import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, anAgreement } from '../../../tests/builders'
import { field, press } from '../../../tests/page'
import { renderAt } from '../../../tests/render'
import { answer, configIs, memberIs, refuse, shop } from '../../../tests/shop'

const LATER = '2026-11-21T09:03:00Z'
const CODE = '123456'
const WRONG = '인증번호가 일치하지 않습니다. 4번 더 입력할 수 있습니다.'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** Sends a code for every request, adds the request to `sent`, and accepts only `CODE`. */
function codesAreSent(sent: unknown[] = []) {
  return [
    http.post('/api/v1/verifications', async ({ request }) => {
      sent.push(await request.json())
      return answer({ id: `code-${sent.length}`, expiresAt: LATER, resendAt: LATER }, 201)
    }),
    http.post('/api/v1/verifications/:id/confirm', async ({ request, params }) => {
      const { code } = (await request.json()) as { code: string }
      return code === CODE
        ? answer({ id: String(params.id), expiresAt: LATER })
        : refuse(422, 'invalid_fields', '다시 확인해 주세요.', [
            { name: 'code', code: 'code_wrong', detail: WRONG },
          ])
    }),
  ]
}

function signUpSucceeds(joined: Record<string, unknown>[]) {
  return [
    http.post('/api/v1/user/sign-up', async ({ request }) => {
      joined.push((await request.json()) as Record<string, unknown>)
      return answer({ mberId: 'hong1234' }, 201)
    }),
    http.post('/api/login', () => {
      shop.use(memberIs(aMember()))
      return answer(null)
    }),
  ]
}

async function fillIn(differs: Record<string, string> = {}) {
  const form = {
    이름: '홍길동',
    '휴대폰 번호': '010-1234-5678',
    이메일: 'hong@mail.test',
    아이디: 'hong1234',
    비밀번호: 'correct-horse-5',
    ...differs,
  }
  for (const [label, text] of Object.entries(form)) {
    await userEvent.click(field(label))
    await userEvent.paste(text)
  }
  await userEvent.click(screen.getByRole('checkbox', { name: '(필수) 이용약관 동의' }))
}

async function typeCode(code: string) {
  await userEvent.clear(await screen.findByLabelText('인증번호'))
  await userEvent.type(field('인증번호'), `${code}{Enter}`)
}

beforeEach(() =>
  shop.use(
    http.get('/api/v1/agreements', () => answer([anAgreement()])),
    http.post('/api/v1/user/check-id', () => answer({ available: true, detail: '' })),
  ),
)
afterEach(() => {
  vi.useRealTimers()
  delete window.PortOne
})

test.each([
  ['phone', { authTelYn: 'Y' }, '01012345678', /010-1234-5678 번호로 보낸/, '휴대폰 번호'],
  ['mail', { authMailYn: 'Y' }, 'hong@mail.test', /hong@mail.test 주소로 보낸/, '이메일'],
] as const)(
  'a code sent by %s proves who owns the target',
  async (channel, config, target, sentence, label) => {
    const sent: unknown[] = []
    const joined: Record<string, unknown>[] = []
    shop.use(configIs(config), ...codesAreSent(sent), ...signUpSucceeds(joined))
    await renderAt('/sign-up')
    await fillIn()

    await press('인증번호 받기')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(field('인증번호'))
    await typeCode(CODE)
    await screen.findByText('인증 완료')
    expect(document.activeElement).toBe(field(label))
    await press('가입하기')

    await waitFor(() => expect(joined).toHaveLength(1))
    expect(sent).toEqual([{ channel, target, purpose: 'sign-up' }])
    expect(joined[0]).toMatchObject({ authType: channel, phoneVerificationId: 'code-1' })
  },
)

test('without the proof nothing is sent, and the field asks for it', async () => {
  const joined: Record<string, unknown>[] = []
  shop.use(configIs({ authTelYn: 'Y' }), ...codesAreSent(), ...signUpSucceeds(joined))
  await renderAt('/sign-up')
  await fillIn()

  await press('가입하기')

  expect(await screen.findByText('휴대폰 번호를 인증해 주세요.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('휴대폰 번호')))
  expect(joined).toEqual([])
})

test('after a wrong code the field says how many tries are left and is focused again', async () => {
  shop.use(configIs({ authTelYn: 'Y' }), ...codesAreSent())
  await renderAt('/sign-up')
  await userEvent.type(field('휴대폰 번호'), '01012345678')
  await press('인증번호 받기')

  await typeCode('000000')

  expect(await screen.findByText(WRONG)).toBeTruthy()
  expect(document.activeElement).toBe(field('인증번호'))
  await typeCode(CODE)
  expect(await screen.findByText('인증 완료')).toBeTruthy()
})

test('a changed number is no longer verified, until it is changed back', async () => {
  shop.use(configIs({ authTelYn: 'Y' }), ...codesAreSent())
  await renderAt('/sign-up')
  await userEvent.type(field('휴대폰 번호'), '01012345678')
  await press('인증번호 받기')
  await typeCode(CODE)
  await screen.findByText('인증 완료')

  await userEvent.type(field('휴대폰 번호'), '{Backspace}9')
  expect(screen.queryByText('인증 완료')).toBeNull()
  expect(button('인증번호 받기')).toBeTruthy()

  await userEvent.type(field('휴대폰 번호'), '{Backspace}8')
  expect(screen.getByText('인증 완료')).toBeTruthy()
})

test('a code holds for three minutes; a new one can be sent after one minute', async () => {
  const sent: unknown[] = []
  shop.use(configIs({ authTelYn: 'Y' }), ...codesAreSent(sent))
  await renderAt('/sign-up')
  await userEvent.type(field('휴대폰 번호'), '01012345678')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(button('인증번호 받기'))
  await screen.findByLabelText('인증번호')
  expect(screen.getByRole('timer').textContent).toMatch(/남은 시간 (3:00|2:59)/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /재전송 \d+초 후 가능/ }).disabled).toBe(true)

  await vi.advanceTimersByTimeAsync(121_000)
  expect(await screen.findByText('입력 시간이 1분 남았습니다.')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await screen.findAllByText(/입력 시간이 지났습니다/)).not.toHaveLength(0)
  expect(button('확인').disabled).toBe(true)

  await user.click(button('재전송 · 시간 연장'))
  await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/남은 시간 (3:00|2:59)/))
  expect(button('확인').disabled).toBe(false)
  expect(sent).toHaveLength(2)
})

test('after a request too soon the button waits as long as the server says', async () => {
  const detail = '잠시 후 다시 요청해 주세요.'
  shop.use(
    configIs({ authTelYn: 'Y' }),
    http.post('/api/v1/verifications', () =>
      HttpResponse.json(
        { status: 429, code: 'code_resend_too_soon', title: '', detail },
        { status: 429, headers: { 'retry-after': '42' } },
      ),
    ),
  )
  await renderAt('/sign-up')
  await userEvent.type(field('휴대폰 번호'), '01012345678')

  await press('인증번호 받기')

  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /초 후 가능/ }).disabled).toBe(true)

  await userEvent.type(field('휴대폰 번호'), '{Backspace}9')
  expect(screen.queryByText(detail)).toBeNull()
  expect(button('인증번호 받기').disabled).toBe(false)
})

test('after the server refuses a proof, a new code can be requested', async () => {
  const detail = '인증한 번호와 입력한 번호가 다릅니다. 다시 인증해 주세요.'
  shop.use(
    configIs({ authTelYn: 'Y' }),
    ...codesAreSent(),
    http.post('/api/v1/user/sign-up', () =>
      refuse(422, 'invalid_fields', '다시 확인해 주세요.', [
        { name: 'phoneVerificationId', code: 'verification_mismatch', detail },
      ]),
    ),
  )
  await renderAt('/sign-up')
  await fillIn()
  await press('인증번호 받기')
  await typeCode(CODE)
  await screen.findByText('인증 완료')

  await press('가입하기')

  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.queryByText('인증 완료')).toBeNull()
  expect(screen.getByRole('button', { name: /초 후 가능/ })).toBeTruthy()
})

test('a proof survives a reload of the tab', async () => {
  shop.use(configIs({ authTelYn: 'Y' }), ...codesAreSent())
  const { unmount } = await renderAt('/sign-up')
  await userEvent.type(field('휴대폰 번호'), '01012345678')
  await press('인증번호 받기')
  await typeCode(CODE)
  await screen.findByText('인증 완료')
  unmount()

  await renderAt('/sign-up')

  expect(await screen.findByText('인증 완료')).toBeTruthy()
})

test('the visitor chooses among several ways of proof', async () => {
  const joined: Record<string, unknown>[] = []
  shop.use(
    configIs({ authTelYn: 'Y', authMailYn: 'Y', identityYn: 'Y' }),
    ...codesAreSent(),
    ...signUpSucceeds(joined),
  )
  await renderAt('/sign-up')
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /문자 인증번호/ }).checked).toBe(true)

  await userEvent.click(screen.getByRole('radio', { name: /이메일 인증번호/ }))
  await fillIn()
  await press('인증번호 받기')
  await typeCode(CODE)
  await screen.findByText('인증 완료')
  await press('가입하기')

  await waitFor(() => expect(joined).toHaveLength(1))
  expect(joined[0]).toMatchObject({ authType: 'mail' })
})

const identityCalls = [
  http.post('/api/v1/identity-verifications', () =>
    answer({ id: 'identity-1', storeId: 'store', channelKey: 'channel', sdkUrl: 'https://sdk.test/' }, 201),
  ),
  http.post('/api/v1/identity-verifications/:id/confirm', ({ params }) =>
    answer({ id: String(params.id), name: '홍길동', phone: '01087654321', expiresAt: LATER }),
  ),
]

test('an identity check fills in name and number, which then cannot be edited', async () => {
  const joined: Record<string, unknown>[] = []
  const asked: unknown[] = []
  window.PortOne = {
    requestIdentityVerification: async (wanted) => {
      asked.push(wanted)
      return {}
    },
  }
  shop.use(configIs({ authTelYn: 'Y', identityYn: 'Y' }), ...identityCalls, ...signUpSucceeds(joined))
  await renderAt('/sign-up')
  await userEvent.click(screen.getByRole('radio', { name: /휴대폰 본인인증/ }))

  await press('휴대폰 본인인증 하기')

  expect(await screen.findByText(/본인인증을 마쳤습니다/)).toBeTruthy()
  expect(asked).toMatchObject([{ storeId: 'store', identityVerificationId: 'identity-1' }])
  expect(field('휴대폰 번호').value).toBe('01087654321')
  expect(field('이름').readOnly).toBe(true)
  expect(field('휴대폰 번호').readOnly).toBe(true)
})

test('a name of the provider that cannot be used is typed again', async () => {
  window.PortOne = { requestIdentityVerification: async () => ({}) }
  const named = http.post('/api/v1/identity-verifications/:id/confirm', ({ params }) =>
    answer({ id: String(params.id), name: 'KIM,MINSU*2', phone: '01087654321', expiresAt: LATER }),
  )
  shop.use(configIs({ authTelYn: 'Y', identityYn: 'Y' }), named, ...identityCalls)
  await renderAt('/sign-up')
  await userEvent.click(screen.getByRole('radio', { name: /휴대폰 본인인증/ }))

  await press('휴대폰 본인인증 하기')

  expect(await screen.findByText(/본인인증을 마쳤습니다/)).toBeTruthy()
  await userEvent.clear(field('이름'))
  await userEvent.type(field('이름'), 'Kim Minsu')
  expect(field('이름').value).toBe('Kim Minsu')
  expect(field('휴대폰 번호').readOnly).toBe(true)
})

test('a closed identity window is reported, and can be opened again', async () => {
  window.PortOne = { requestIdentityVerification: async () => ({ code: 'USER_CANCEL' }) }
  shop.use(configIs({ authTelYn: 'Y', identityYn: 'Y' }), ...identityCalls)
  await renderAt('/sign-up')
  await userEvent.click(screen.getByRole('radio', { name: /휴대폰 본인인증/ }))

  await press('휴대폰 본인인증 하기')

  expect(await screen.findByText('본인인증을 마치지 못했습니다. 다시 시도해 주세요.')).toBeTruthy()
  expect(button('휴대폰 본인인증 하기').disabled).toBe(false)
})
