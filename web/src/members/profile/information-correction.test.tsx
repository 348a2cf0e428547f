import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, aProfile, aSecurity, aSession } from '../../../tests/builders'
import { field, press, section } from '../../../tests/page'
import { renderAt } from '../../../tests/render'
import { answer, configIs, memberIs, refuse, shop } from '../../../tests/shop'
import type { Profile, Session } from '../../api/types'

const PAGE = '/mypage/information-correction'
const MEMBER = '/api/v1/member'

const button = (name: string) => screen.findByRole('button', { name })

const profileIs = (differs: Partial<Profile> = {}) =>
  http.get(`${MEMBER}/profile`, () => answer(aProfile(differs)))
const sessionsAre = (...sessions: Session[]) => http.get(`${MEMBER}/sessions`, () => answer(sessions))

/** Accepts a change, adds it to `sent` and answers with the changed profile. */
function takes(part: string, after: Partial<Profile>, sent: unknown[] = []) {
  return http.put(`${MEMBER}/${part}`, async ({ request }) => {
    sent.push(await request.json())
    return answer(aProfile(after))
  })
}

const wrongPassword = () =>
  refuse(422, 'invalid_fields', '다시 확인해 주세요.', [
    { name: 'currentPw', code: 'wrong_password', detail: '현재 비밀번호가 일치하지 않습니다.' },
  ])

beforeEach(() =>
  shop.use(
    memberIs(aMember()),
    profileIs(),
    sessionsAre(aSession()),
    http.get(`${MEMBER}/security`, () => answer(aSecurity())),
    http.get(`${MEMBER}/looks`, () => answer([])),
  ),
)

test('a member reads when staff saw their pages, and in which role', async () => {
  shop.use(http.get(`${MEMBER}/looks`, () => answer([{ startedAt: '2026-11-25T12:40:00Z', role: '상담' }])))
  await renderAt(PAGE)

  const list = await screen.findByRole('list', { name: '운영자 확인 내역' })
  expect(list.textContent).toBe('운영자가 화면을 확인했습니다2026.11.25 21:40 · 상담')
})

test('a section that fails to load leaves the others alone and can be loaded again', async () => {
  shop.use(http.get(`${MEMBER}/sessions`, () => refuse(403, 'broken', '지금은 기기를 불러올 수 없습니다.')))
  await renderAt(PAGE)

  expect(await within(section('로그인 기기')).findByText('지금은 기기를 불러올 수 없습니다.')).toBeTruthy()
  expect(await within(section('기본 정보')).findByText('010-1234-5678')).toBeTruthy()

  shop.use(sessionsAre(aSession()))
  await press('다시 불러오기')
  expect(await within(section('로그인 기기')).findByText('Chrome · Windows')).toBeTruthy()
})

test('a name is changed in its row, and the focus returns to the button', async () => {
  const sent: unknown[] = []
  shop.use(takes('name', { mberNm: '홍길순' }, sent))
  await renderAt(PAGE)
  await press('이름 변경')
  expect(document.activeElement).toBe(field('이름'))

  await userEvent.clear(field('이름'))
  await userEvent.type(field('이름'), '홍길순')
  await userEvent.type(field('현재 비밀번호'), 'correct-horse-5{Enter}')

  expect(await screen.findByText('저장되었습니다.')).toBeTruthy()
  expect(within(section('기본 정보')).getByText('홍길순')).toBeTruthy()
  expect(sent).toEqual([{ mberNm: '홍길순', currentPw: 'correct-horse-5' }])
  await waitFor(async () => expect(document.activeElement).toBe(await button('이름 변경')))
})

test('where no code is demanded, a mail address is changed with the password alone', async () => {
  const sent: unknown[] = []
  shop.use(takes('email', { email: 'new@mail.test' }, sent))
  await renderAt(PAGE)
  await press('이메일 변경')

  await userEvent.type(field('새 이메일'), 'new@mail.test')
  await userEvent.type(field('현재 비밀번호'), 'correct-horse-5{Enter}')

  expect(await within(section('기본 정보')).findByText('new@mail.test')).toBeTruthy()
  expect(sent).toEqual([{ email: 'new@mail.test', currentPw: 'correct-horse-5' }])
})

test('where the operator demands it, a phone number is changed only with the code sent to it', async () => {
  const sent: unknown[] = []
  shop.use(
    configIs({ authTelYn: 'Y' }),
    http.post('/api/v1/verifications', () =>
      answer({ id: 'code-1', expiresAt: '2026-11-21T09:03:00Z', resendAt: '2026-11-21T09:01:00Z' }, 201),
    ),
    http.post('/api/v1/verifications/:id/confirm', () =>
      answer({ id: 'code-1', expiresAt: '2026-11-21T09:30:00Z' }),
    ),
    takes('phone', { phone: '01087654321' }, sent),
  )
  await renderAt(PAGE)
  await press('휴대폰 번호 변경')
  await userEvent.type(field('새 휴대폰 번호'), '010-8765-4321')
  await userEvent.type(field('현재 비밀번호'), 'correct-horse-5')
  await press('저장')
  expect(await screen.findByText('휴대폰 번호를 인증해 주세요.')).toBeTruthy()
  expect(sent).toEqual([])

  await press('인증번호 받기')
  await userEvent.type(await screen.findByLabelText('인증번호'), '123456{Enter}')
  await screen.findByText('인증 완료')
  await press('저장')

  expect(await within(section('기본 정보')).findByText('010-8765-4321')).toBeTruthy()
  expect(sent).toEqual([{ phone: '010-8765-4321', currentPw: 'correct-horse-5', verificationId: 'code-1' }])
})

test('a wrong password is reported at its field, and nothing typed is lost', async () => {
  shop.use(http.put(`${MEMBER}/password`, wrongPassword))
  await renderAt(PAGE)
  await press('비밀번호 변경')
  expect(document.activeElement).toBe(field('현재 비밀번호'))
  await userEvent.type(field('현재 비밀번호'), 'not-the-one-7')
  await userEvent.type(field('새 비밀번호'), 'another-horse-6')
  await userEvent.type(field('새 비밀번호 확인'), 'another-horse-6')

  await press('저장')

  expect(await screen.findByText('현재 비밀번호가 일치하지 않습니다.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('현재 비밀번호')))
  expect(field('새 비밀번호').value).toBe('another-horse-6')
})

test('a consent is saved at once, and the page confirms it', async () => {
  const sent: unknown[] = []
  shop.use(takes('consents', { mailRcvYn: 'Y', mailChangedAt: '2026-11-21T09:00:00Z' }, sent))
  await renderAt(PAGE)
  const mail = await screen.findByRole('switch', { name: '이메일 수신' })
  expect(mail.getAttribute('aria-checked')).toBe('false')

  await userEvent.click(mail)

  expect(await within(section('수신 동의')).findByText(/광고성 정보 수신에 동의하셨습니다/)).toBeTruthy()
  expect(mail.getAttribute('aria-checked')).toBe('true')
  expect(sent).toEqual([{ smsRcvYn: 'N', mailRcvYn: 'Y' }])
})

test('a consent that cannot be saved stays unchanged', async () => {
  shop.use(http.put(`${MEMBER}/consents`, () => refuse(409, 'busy', '잠시 후 다시 시도해 주세요.')))
  await renderAt(PAGE)
  const sms = await screen.findByRole('switch', { name: '문자(SMS) 수신' })

  await userEvent.click(sms)

  expect(await within(section('수신 동의')).findByText('잠시 후 다시 시도해 주세요.')).toBeTruthy()
  expect(sms.getAttribute('aria-checked')).toBe('false')
})

test('another device is logged out after a confirmation; the current one has no button', async () => {
  const ended: unknown[] = []
  const phone = aSession({ id: 2, device: 'Safari · iPhone', current: false })
  shop.use(
    sessionsAre(phone, aSession()),
    http.delete(`${MEMBER}/sessions/:id`, ({ params }) => {
      ended.push(params.id)
      shop.use(sessionsAre(aSession()))
      return answer(null)
    }),
  )
  await renderAt(PAGE)
  const devices = await screen.findByRole('list', { name: '로그인 기기' })
  expect(within(devices).getAllByRole('listitem')[0]?.textContent).toContain('현재 기기')
  expect(within(devices).getAllByRole('button')).toHaveLength(1)

  await press('Safari · iPhone 로그아웃')
  await userEvent.click(await screen.findByRole('button', { name: '로그아웃' }))

  await waitFor(() => expect(screen.queryByText('Safari · iPhone')).toBeNull())
  expect(ended).toEqual(['2'])
  expect(screen.queryByRole('button', { name: '다른 기기 모두 로그아웃' })).toBeNull()
})
