import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { desk, inShell, listed, refuse, renderConsole } from '../testing'

const INVITATION = {
  email: 'park@shop.test',
  name: '박상담',
  roleName: '상담',
  secret: 'ABCDEFGHIJKLMNOP',
  uri: 'otpauth://totp/park?secret=ABCDEFGHIJKLMNOP',
  expiresAt: '2026-11-25T00:00:00Z',
  isReset: false,
}

test('an invitation says who is invited as what, sets both factors, and shows the recovery codes once', async () => {
  inShell()
  const sent = desk({
    'POST /invitations/look-up': INVITATION,
    'POST /invitations/acceptance': { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] },
    'GET /record': listed([]),
  })
  const { address } = await renderConsole('/console/invitation#tok-1')
  expect(await screen.findByText('박상담 님을 ‘상담’ 역할로 초대합니다.')).toBeDefined()
  expect(await screen.findByRole('img', { name: '인증 앱 등록용 QR 코드' })).toBeDefined()
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeDefined()
  expect(screen.getByRole('link', { name: /이 휴대폰의 인증 앱/ }).getAttribute('href')).toBe(INVITATION.uri)

  await userEvent.type(screen.getByLabelText('새 비밀번호'), 'correct-Horse-77')
  await userEvent.type(screen.getByLabelText('새 비밀번호 확인'), 'correct-Horse-78')
  await userEvent.type(screen.getByLabelText('인증번호'), '123456')
  expect(screen.getByText('비밀번호가 서로 일치하지 않습니다.')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '시작하기' }).disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('새 비밀번호 확인'), '{Backspace}7')
  await userEvent.click(screen.getByRole('button', { name: '시작하기' }))

  expect(await screen.findByText('aaaa-1111')).toBeDefined()
  expect(sent.at(-1)?.body).toEqual({ token: 'tok-1', password: 'correct-Horse-77', code: '123456' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '콘솔로 가기' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: '콘솔로 가기' }))
  await waitFor(() => expect(address()).not.toContain('invitation'))
})

test('an invitation that is opened within an app leads out of it, before the codes are shown once', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Linux; Android 14; wv) KAKAOTALK 11.2',
  )
  desk({ 'POST /invitations/look-up': INVITATION })

  await renderConsole('/console/invitation#tok-1')

  expect(await screen.findByRole('link', { name: '브라우저에서 열기' })).toBeDefined()
  vi.restoreAllMocks()
})

test('a link that was used says so and what to do', async () => {
  desk({
    'POST /invitations/look-up': () => refuse(404, 'invitation_not_found', '이미 썼거나 지난 링크입니다.'),
  })
  await renderConsole('/console/invitation#tok-1')

  expect(await screen.findByText('이미 썼거나 지난 링크입니다.')).toBeDefined()
})

test('a link that was cut asks the server nothing', async () => {
  const sent = desk({ 'POST /invitations/look-up': INVITATION })
  await renderConsole('/console/invitation')

  expect(await screen.findByText(/초대 링크가 잘렸습니다/)).toBeDefined()
  expect(sent).toEqual([])
})
