import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { anAgreement } from '../../../tests/builders'
import { field } from '../../../tests/page'
import { renderAt } from '../../../tests/render'
import { answer, shop } from '../../../tests/shop'

const terms = (version: string) =>
  http.get('/api/v1/agreements', () =>
    answer([anAgreement({ key: 'terms', title: '이용약관 동의', version })]),
  )

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '(필수) 이용약관 동의' })

beforeEach(() =>
  shop.use(
    terms('1'),
    http.post('/api/v1/user/check-id', () => answer({ available: true, detail: '' })),
  ),
)

async function typeAndLeave() {
  const { unmount } = await renderAt('/sign-up')
  await userEvent.type(field('이름'), '홍길동')
  await userEvent.type(field('휴대폰 번호'), '010-1234-5678')
  await userEvent.type(field('아이디'), 'hong1234')
  await userEvent.type(field('비밀번호'), 'correct-horse-5')
  await userEvent.click(box())
  unmount()
}

test('after a reload everything but the passwords is restored', async () => {
  await typeAndLeave()

  await renderAt('/sign-up')

  expect(field('이름').value).toBe('홍길동')
  expect(field('휴대폰 번호').value).toBe('010-1234-5678')
  expect(field('아이디').value).toBe('hong1234')
  expect(box().checked).toBe(true)
  expect(field('비밀번호').value).toBe('')
})

test('the browser never stores a password', async () => {
  await typeAndLeave()

  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('correct-horse')
})

test('a consent is not restored if its text has changed', async () => {
  await typeAndLeave()
  shop.use(terms('2'))

  await renderAt('/sign-up')

  expect(box().checked).toBe(false)
})

test('an id whose sign-up was never answered is not called taken', async () => {
  let checks = 0
  shop.use(
    http.post('/api/v1/user/check-id', () => {
      checks += 1
      return answer({ available: false, detail: '이미 사용 중인 아이디입니다.' })
    }),
  )
  sessionStorage.setItem('ieum:sign-up-sent', '"hong1234"')
  await renderAt('/sign-up')

  await userEvent.type(field('아이디'), 'hong1234')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(checks).toBe(0)
  expect(screen.queryByText('중복확인 중입니다.')).toBe(null)

  await userEvent.type(field('아이디'), '5')
  expect(await screen.findByText('이미 사용 중인 아이디입니다.')).toBeTruthy()
})
