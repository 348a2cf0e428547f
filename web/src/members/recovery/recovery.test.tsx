import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { anAgreement } from '../../../tests/builders'
import { field, main, press } from '../../../tests/page'
import { address, renderAt } from '../../../tests/render'
import { answer, refuse, shop } from '../../../tests/shop'

const SAME_FOR_ALL = '입력하신 정보와 일치하는 회원이 있으면 안내를 발송해 드립니다.'

/** Accepts every claim and adds it to `asked`. */
const started = (path: string, asked: unknown[] = []) =>
  http.post(`/api/v1/user/${path}`, async ({ request }) => {
    asked.push(await request.json())
    return answer({ verificationId: `request-${asked.length}`, expiresAt: '2026-11-21T09:10:00Z' })
  })

const wrongCode = () =>
  refuse(422, 'invalid_fields', '다시 확인해 주세요.', [
    { name: 'code', code: 'code_wrong', detail: '인증번호가 일치하지 않습니다. 4번 더 입력할 수 있습니다.' },
  ])

async function claim(differs: Record<string, string> = {}) {
  for (const [label, text] of Object.entries({ 이름: '홍길동', 이메일: 'hong@mail.test', ...differs })) {
    await userEvent.click(field(label))
    await userEvent.paste(text)
  }
  await press('인증번호 받기')
}

test('a mailed code finds the login ids, which are shown masked', async () => {
  const asked: unknown[] = []
  const confirmed: unknown[] = []
  shop.use(
    started('find-id', asked),
    http.post('/api/v1/user/find-id/confirm', async ({ request }) => {
      confirmed.push(await request.json())
      return answer({ ids: ['hong****'] })
    }),
  )
  await renderAt('/find-id')

  await claim()
  expect(await screen.findByText(SAME_FOR_ALL)).toBeTruthy()
  await userEvent.type(field('인증번호'), '123456{Enter}')

  expect(await screen.findByText('hong****')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('list', { name: '찾은 아이디' }))
  expect(asked).toEqual([{ mberNm: '홍길동', email: 'hong@mail.test' }])
  expect(confirmed).toEqual([{ verificationId: 'request-1', code: '123456' }])
})

test('who has found an id begins a new password with the name and mail just typed, which no address shows', async () => {
  shop.use(
    started('find-id'),
    http.post('/api/v1/user/find-id/confirm', () => answer({ ids: ['hong****'] })),
  )
  await renderAt('/find-id')
  await claim()
  await screen.findByText(SAME_FOR_ALL)
  await userEvent.type(field('인증번호'), '123456{Enter}')

  await userEvent.click(await screen.findByRole('link', { name: '비밀번호 재설정' }))

  await waitFor(() => expect(field('아이디').value).toBe(''))
  expect([field('이름').value, field('이메일').value]).toEqual(['홍길동', 'hong@mail.test'])
  expect(address()).toBe('/reset-password')
})

test('a mistyped claim can be corrected without typing it all again', async () => {
  const asked: unknown[] = []
  shop.use(started('find-id', asked))
  await renderAt('/find-id')
  await claim({ 이메일: 'hong@mial.test' })
  await screen.findByText(SAME_FOR_ALL)

  await press('입력한 정보 수정')

  expect([field('이름').value, field('이메일').value]).toEqual(['홍길동', 'hong@mial.test'])
  await userEvent.clear(field('이메일'))
  await userEvent.type(field('이메일'), 'hong@mail.test')
  await press('인증번호 받기')
  await screen.findByText(SAME_FOR_ALL)
  expect(asked).toEqual([
    { mberNm: '홍길동', email: 'hong@mial.test' },
    { mberNm: '홍길동', email: 'hong@mail.test' },
  ])
})

test('a wrong code is reported and its field keeps the focus', async () => {
  shop.use(started('find-id'), http.post('/api/v1/user/find-id/confirm', wrongCode))
  await renderAt('/find-id')
  await claim()
  await screen.findByText(SAME_FOR_ALL)

  await userEvent.type(field('인증번호'), '000000{Enter}')

  expect(await screen.findByText(/4번 더 입력할 수 있습니다/)).toBeTruthy()
  expect(document.activeElement).toBe(field('인증번호'))
})

test('a code that is used up can only be replaced', async () => {
  const detail = '입력 횟수를 초과했습니다. 인증번호를 다시 받아 주세요.'
  shop.use(
    started('find-id'),
    http.post('/api/v1/user/find-id/confirm', () => refuse(409, 'code_used_up', detail)),
  )
  await renderAt('/find-id')
  await claim()
  await screen.findByText(SAME_FOR_ALL)

  await userEvent.type(field('인증번호'), '000000{Enter}')

  expect(await screen.findByText(detail)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '확인' }).disabled).toBe(true),
  )
})

test('empty fields are pointed out without asking the server', async () => {
  await renderAt('/reset-password')

  await press('인증번호 받기')

  expect(await screen.findByText('이름을 입력해 주세요.')).toBeTruthy()
  expect(screen.getByText('아이디를 입력해 주세요.')).toBeTruthy()
  expect(screen.getByText('이메일을 입력해 주세요.')).toBeTruthy()
  expect(document.activeElement).toBe(field('이름'))
})

test('after too many requests the button waits as long as the server says', async () => {
  const detail = '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.'
  shop.use(
    http.post('/api/v1/user/find-id', () =>
      HttpResponse.json(
        { status: 429, code: 'too_many_codes', title: '', detail },
        { status: 429, headers: { 'retry-after': '30' } },
      ),
    ),
  )
  await renderAt('/find-id')

  await claim()

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /초 후 가능/ }).disabled).toBe(true)
  expect(field('이메일').value).toBe('hong@mail.test')
})

async function toNewPassword() {
  await claim({ 아이디: 'hong1234' })
  await screen.findByText(SAME_FOR_ALL)
  await userEvent.type(field('인증번호'), '123456')
  await userEvent.type(field('새 비밀번호'), 'correct-horse-5')
  await userEvent.type(field('새 비밀번호 확인'), 'correct-horse-5')
  await press('비밀번호 변경')
}

test('a mailed code sets a new password', async () => {
  const confirmed: unknown[] = []
  shop.use(
    started('reset-password'),
    http.post('/api/v1/user/reset-password/confirm', async ({ request }) => {
      confirmed.push(await request.json())
      const passkey = { id: 7, name: '내 휴대폰', createdAt: '2026-11-20T05:00:00Z', lastUsedAt: null }
      const devices = ['Chrome · Windows', 'Safari · iOS', 'Chrome · Windows']
      return answer({ devices, passkeys: [passkey], passkeysKept: false })
    }),
  )
  await renderAt('/reset-password')

  await toNewPassword()

  expect(await screen.findByRole('heading', { name: '비밀번호가 변경되었습니다' })).toBeTruthy()
  expect(confirmed).toEqual([
    { verificationId: 'request-1', code: '123456', mberPw: 'correct-horse-5', keepPasskeys: false },
  ])
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    expect.arrayContaining(['Chrome · Windows2대', 'Safari · iOS', '내 휴대폰 · 2026.11.20 등록']),
  )
  expect(screen.getByRole('heading', { name: '삭제된 패스키' })).toBeTruthy()
})

test('who came from another shop agrees to the terms, and types nothing again', async () => {
  const confirmed: Record<string, unknown>[] = []
  shop.use(
    started('reset-password'),
    http.get('/api/v1/agreements', () =>
      answer([anAgreement({ key: 'terms', version: '3', title: '이용약관 동의', required: true })]),
    ),
    http.post('/api/v1/user/reset-password/confirm', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      confirmed.push(body)
      return body.agreements
        ? answer({ devices: [], passkeys: [], passkeysKept: false })
        : refuse(409, 'agreements_missing', '약관에 동의해 주세요.')
    }),
  )
  await renderAt('/reset-password')
  await toNewPassword()

  await screen.findByRole('heading', { name: '약관에 동의해 주세요' })
  await press('동의하고 비밀번호 변경')
  expect(await screen.findByText('필수 항목에 동의해 주세요.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: '(필수) 이용약관 동의' }))
  await press('동의하고 비밀번호 변경')

  expect(await screen.findByRole('heading', { name: '비밀번호가 변경되었습니다' })).toBeTruthy()
  expect(confirmed.at(-1)).toEqual({ ...confirmed[0], agreements: [{ key: 'terms', version: '3' }] })
})

test('a refused password is reported at its field, and nothing typed is lost', async () => {
  const detail = '많이 알려진 비밀번호입니다. 다른 비밀번호를 입력해 주세요.'
  shop.use(
    started('reset-password'),
    http.post('/api/v1/user/reset-password/confirm', () =>
      refuse(422, 'invalid_fields', '다시 확인해 주세요.', [{ name: 'mberPw', code: 'leaked', detail }]),
    ),
  )
  await renderAt('/reset-password')

  await toNewPassword()

  expect(await screen.findByText(detail)).toBeTruthy()
  expect(field('새 비밀번호').getAttribute('aria-invalid')).toBe('true')
  expect(field('인증번호').value).toBe('123456')
})

test.each(['/login', '/find-id', '/reset-password'])(
  'a sub-id reads at %s that its owner helps it, as it has no mail address',
  async (path) => {
    await renderAt(path)

    expect(
      main().getByText('서브 아이디는 만든 회원에게 비밀번호 설정 링크를 다시 받아 주세요.'),
    ).toBeTruthy()
  },
)
