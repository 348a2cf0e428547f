import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { desk, inShell, refuse, renderConsole } from '../testing'

const SESSION = {
  id: 1,
  startedAt: '2026-11-24T00:00:00Z',
  seenAt: '2026-11-24T00:30:00Z',
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.4 Safari/605',
  current: true,
}
const PHONE = {
  ...SESSION,
  id: 2,
  userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36',
  current: false,
}

beforeEach(() => {
  inShell({ isOwner: false })
  desk({
    'GET /me/sessions': { items: [SESSION, PHONE] },
    'GET /me/passkeys': { items: [{ id: 4, name: '맥북', createdAt: '2026-11-01T00:00:00Z', usedAt: null }] },
  })
})

test('another device can be logged out, this one says that it is this one', async () => {
  const sent = desk({ 'DELETE /me/sessions/:id': null })
  await renderConsole('/console/me')
  expect(await screen.findByText('지금 쓰는 기기')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Chrome · Android 로그아웃' }))

  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a passkey is removed after a second press that names it', async () => {
  const sent = desk({ 'DELETE /me/passkeys/:id': null })
  await renderConsole('/console/me')
  await userEvent.click(await screen.findByRole('button', { name: '맥북 지우기' }))
  expect(sent).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: '‘맥북’ 지우기' }))

  await waitFor(() => expect(sent).toHaveLength(1))
})

test('the password is changed with the old one and a code, and a refusal says what is wrong with it', async () => {
  desk({
    'PUT /me/password': () =>
      refuse(422, 'invalid_fields', '입력을 확인해 주세요.', [
        { name: 'password', code: 'weak', detail: '비밀번호에 아이디를 넣을 수 없습니다.' },
      ]),
  })
  await renderConsole('/console/me')
  await userEvent.type(await screen.findByLabelText('지금 비밀번호'), 'old-Horse-77')
  await userEvent.type(screen.getByLabelText('새 비밀번호'), 'kim-Horse-77')
  await userEvent.type(screen.getByLabelText('새 비밀번호 확인'), 'kim-Horse-77')
  await userEvent.type(screen.getByLabelText('인증번호'), '123456')
  await userEvent.click(screen.getByRole('button', { name: '비밀번호 바꾸기' }))
  expect(await screen.findByText('비밀번호에 아이디를 넣을 수 없습니다.')).toBeDefined()

  const sent = desk({ 'PUT /me/password': null })
  await userEvent.type(screen.getByLabelText('인증번호'), '654321')
  await userEvent.click(screen.getByRole('button', { name: '비밀번호 바꾸기' }))
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({ current: 'old-Horse-77', password: 'kim-Horse-77', code: '654321' }),
  )
})
