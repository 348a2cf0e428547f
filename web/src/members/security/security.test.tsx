import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, aProfile, aSecurity, aSession } from '../../../tests/builders'
import { press, section } from '../../../tests/page'
import { renderAt } from '../../../tests/render'
import { answer, memberIs, refuse, shop } from '../../../tests/shop'
import type { Security } from '../../api/types'

const PAGE = '/mypage/information-correction'
const MEMBER = '/api/v1/member'
const CODES = ['aaaa-bbbb', 'cccc-dddd']

const securityIs = (differs: Partial<Security> = {}) =>
  http.get(`${MEMBER}/security`, () => answer(aSecurity(differs)))

async function confirmPassword(label: string, password = 'correct-horse-5') {
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('현재 비밀번호'), password)
  await userEvent.click(within(dialog).getByRole('button', { name: label }))
}

beforeEach(() =>
  shop.use(
    memberIs(aMember()),
    http.get(`${MEMBER}/profile`, () => answer(aProfile())),
    http.get(`${MEMBER}/sessions`, () => answer([aSession()])),
    securityIs(),
  ),
)
afterEach(() => vi.unstubAllGlobals())

/** Hands out a secret and accepts one code for it. */
const totpSetup = (sent: unknown[] = []) => [
  http.post(`${MEMBER}/totp`, async ({ request }) => {
    sent.push(await request.json())
    return answer(
      { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/ieum:hong?secret=JBSWY3DPEHPK3PXP' },
      201,
    )
  }),
  http.post(`${MEMBER}/totp/confirm`, async ({ request }) => {
    const { code } = (await request.json()) as { code: string }
    if (code !== '123456')
      return refuse(422, 'invalid_fields', '다시 확인해 주세요.', [
        { name: 'code', code: 'code_wrong', detail: '인증번호가 일치하지 않습니다.' },
      ])
    shop.use(securityIs({ totp: true, recoveryCodesLeft: CODES.length }))
    return answer({ recoveryCodes: CODES })
  }),
]

test('switching on the second factor asks for password and code, then shows recovery codes', async () => {
  const sent: unknown[] = []
  shop.use(...totpSetup(sent))
  await renderAt(PAGE)

  await press('2단계 인증 켜기')
  await confirmPassword('계속')
  const setup = await screen.findByRole('region', { name: '2단계 인증 켜기' })
  expect(within(setup).getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  expect(await within(setup).findByRole('img', { name: '인증 앱 등록용 QR 코드' })).toBeTruthy()
  await userEvent.type(within(setup).getByLabelText('인증번호'), '000000{Enter}')
  expect(await within(setup).findByText('인증번호가 일치하지 않습니다.')).toBeTruthy()
  await userEvent.clear(within(setup).getByLabelText('인증번호'))
  await userEvent.type(within(setup).getByLabelText('인증번호'), '123456{Enter}')

  const sheet = await screen.findByRole('region', { name: '복구 코드' })
  expect(
    within(sheet)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES)
  expect(sent).toEqual([{ currentPw: 'correct-horse-5' }])
  await press('보관했습니다')
  expect(await within(section('2단계 인증')).findByText(/남은 복구 코드 2개/)).toBeTruthy()
  expect(document.body.textContent).not.toContain(CODES[0])
})

test('a wrong password is reported in the dialog, which stays open', async () => {
  shop.use(
    http.post(`${MEMBER}/totp`, () =>
      refuse(422, 'invalid_fields', '다시 확인해 주세요.', [
        { name: 'currentPw', code: 'wrong_password', detail: '현재 비밀번호가 일치하지 않습니다.' },
      ]),
    ),
  )
  await renderAt(PAGE)
  await press('2단계 인증 켜기')

  await confirmPassword('계속', 'not-the-one-7')

  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText('현재 비밀번호가 일치하지 않습니다.')).toBeTruthy()
  expect(document.activeElement).toBe(within(dialog).getByLabelText('현재 비밀번호'))
})

test('the password switches the second factor off', async () => {
  shop.use(
    securityIs({ totp: true, recoveryCodesLeft: 1 }),
    http.post(`${MEMBER}/totp/disable`, () => {
      shop.use(securityIs())
      return answer(null)
    }),
  )
  await renderAt(PAGE)
  expect(await screen.findByText(/얼마 남지 않았습니다/)).toBeTruthy()

  await press('2단계 인증 끄기')
  await confirmPassword('끄기')

  expect(await within(section('2단계 인증')).findByText('사용하지 않음')).toBeTruthy()
})

test('new recovery codes are shown once', async () => {
  shop.use(
    securityIs({ totp: true, recoveryCodesLeft: 1 }),
    http.post(`${MEMBER}/totp/recovery-codes`, () => answer({ recoveryCodes: CODES })),
  )
  await renderAt(PAGE)

  await press('새 복구 코드 만들기')
  await confirmPassword('새로 만들기')

  expect(await screen.findByText('cccc-dddd')).toBeTruthy()
})

test('a browser without passkeys says so instead of offering one', async () => {
  await renderAt(PAGE)

  expect(await screen.findByText('이 브라우저에서는 패스키를 추가할 수 없습니다.')).toBeTruthy()
})

const passkey = { id: 7, name: '내 휴대폰', createdAt: '2026-11-20T05:00:00Z', lastUsedAt: null }

test('a passkey is created by the browser between two calls', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: unknown) => options })
  Object.assign(navigator, { credentials: { create: async () => ({ toJSON: () => ({ id: 'made' }) }) } })
  shop.use(
    http.post(`${MEMBER}/passkeys/options`, async ({ request }) => {
      sent.push(await request.json())
      return answer({ challengeId: 'challenge-1', options: {} })
    }),
    http.post(`${MEMBER}/passkeys`, async ({ request }) => {
      sent.push(await request.json())
      shop.use(securityIs({ passkeys: [passkey] }))
      return answer(passkey, 201)
    }),
  )
  await renderAt(PAGE)
  await press('패스키 추가')
  await userEvent.type(await screen.findByLabelText('패스키 이름'), '내 휴대폰')

  await confirmPassword('추가하기')

  expect(await within(section('패스키')).findByText('내 휴대폰')).toBeTruthy()
  expect(sent).toEqual([
    { currentPw: 'correct-horse-5' },
    { challengeId: 'challenge-1', name: '내 휴대폰', credential: { id: 'made' } },
  ])
})

test('a passkey is removed with the password', async () => {
  const sent: unknown[] = []
  shop.use(
    securityIs({ passkeys: [passkey] }),
    http.post(`${MEMBER}/passkeys/7/remove`, async ({ request }) => {
      sent.push(await request.json())
      shop.use(securityIs())
      return answer(null)
    }),
  )
  await renderAt(PAGE)

  await press('내 휴대폰 삭제')
  await confirmPassword('삭제')

  await waitFor(() => expect(screen.getByText('등록된 패스키가 없습니다.')).toBeTruthy())
  expect(sent).toEqual([{ currentPw: 'correct-horse-5' }])
})
