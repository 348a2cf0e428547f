import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aSession, desk, inShell, listed, refuse, renderConsole } from '../testing'

async function fillIn() {
  await userEvent.type(await screen.findByLabelText('이메일'), 'kim@shop.test')
  await userEvent.type(screen.getByLabelText('비밀번호'), 'correct-Horse-77')
  await userEvent.type(screen.getByLabelText('인증번호'), '123456')
  await userEvent.click(screen.getByRole('button', { name: '로그인' }))
}

test('the login leads back to where somebody wanted to go', async () => {
  inShell()
  const sent = desk({ 'POST /session': null, 'GET /session': aSession(), 'GET /record': listed([]) })
  const { address } = await renderConsole('/console/login?next=%2Fconsole%2Frecord%3Fq%3Da')
  await fillIn()

  await waitFor(() => expect(address()).toBe('/console/record?q=a'))
  expect(sent[0]?.body).toEqual({ email: 'kim@shop.test', password: 'correct-Horse-77', code: '123456' })
})

test('a refusal keeps what was typed but the code, which is good for once', async () => {
  desk({ 'POST /session': () => refuse(401, 'staff_login_failed', '맞지 않는 것이 있습니다.') })
  await renderConsole('/console/login')
  await fillIn()

  expect(await screen.findByText('맞지 않는 것이 있습니다.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('비밀번호').value).toBe('correct-Horse-77')
  expect(screen.getByLabelText<HTMLInputElement>('인증번호').value).toBe('')
})

test('too many attempts say how long to wait', async () => {
  desk({
    'POST /session': () =>
      HttpResponse.json(
        { status: 429, code: 'login_locked', title: '', detail: '잠시 뒤 다시 시도해 주세요.' },
        { status: 429, headers: { 'retry-after': '60', 'content-type': 'application/problem+json' } },
      ),
  })
  await renderConsole('/console/login')
  await fillIn()

  expect(await screen.findByText(/시도가 너무 많았습니다. (60|59)초 뒤에/)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '로그인' }).disabled).toBe(true)
})
