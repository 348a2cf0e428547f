import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { aMember } from '../../../tests/builders'
import { address, renderAt } from '../../../tests/render'
import { answer, memberIs, refuse, shop } from '../../../tests/shop'

const FAILED = '아이디 또는 비밀번호가 일치하지 않습니다.'

const id = () => screen.getByLabelText<HTMLInputElement>('아이디')
const password = () => screen.getByLabelText<HTMLInputElement>('비밀번호')
const submit = () => userEvent.click(screen.getByRole('button', { name: '로그인' }))

async function logIn() {
  await userEvent.type(id(), 'hong1234')
  await userEvent.type(password(), 'correct-horse-5')
  await submit()
}

/** Accepts every login, and has a member logged in from then on. */
const letsIn = (seen: Request[] = []) =>
  http.post('/api/login', ({ request }) => {
    seen.push(request.clone())
    shop.use(memberIs(aMember()))
    return answer(null)
  })

test('after the login the member returns to the page that asked for it', async () => {
  const seen: Request[] = []
  shop.use(letsIn(seen))
  await renderAt('/login?callbackUrl=%2Fstatic-ip%3Fa%3D1')

  await logIn()

  await waitFor(() => expect(address()).toBe('/static-ip?a=1'))
  expect(screen.getAllByRole('button', { name: '내 IP' })).not.toHaveLength(0)
  expect(seen[0]?.headers.get('x-platform')).toBe('web')
  expect(await seen[0]?.json()).toEqual({ mberId: 'hong1234', mberPw: 'correct-horse-5' })
})

test('until the next page is there, it says that one is logged in', async () => {
  shop.use(
    letsIn(),
    http.get('/api/v1/catalog/plans', () => delay('infinite')),
  )
  await renderAt('/login?callbackUrl=%2Fstatic-ip')

  await logIn()

  expect((await screen.findByText(/^로그인되어 있습니다/)).role).toBe('status')
  expect(screen.getByRole('heading', { name: '로그인' })).toBeTruthy()
  expect(screen.queryByLabelText('비밀번호')).toBeNull()
})

test('a callbackUrl of another site leads to the services', async () => {
  shop.use(letsIn())
  await renderAt('/login?callbackUrl=https%3A%2F%2Fevil.test%2F')

  await logIn()

  await waitFor(() => expect(address()).toBe('/mypage/service-status/normal?page=1'))
})

test('a refused login shows why and keeps the id', async () => {
  shop.use(http.post('/api/login', () => refuse(401, 'login_failed', FAILED)))
  await renderAt('/login')

  await logIn()

  expect((await screen.findByRole('alert')).textContent).toBe(FAILED)
  expect(id().value).toBe('hong1234')
  expect(document.activeElement).toBe(password())
})

test('empty fields are pointed out without asking the server', async () => {
  await renderAt('/login')

  await submit()

  expect(screen.getByText('아이디를 입력해 주세요.')).toBeTruthy()
  expect(screen.getByText('비밀번호를 입력해 주세요.')).toBeTruthy()
  expect(document.activeElement).toBe(id())
})

test('an id that is to be remembered is filled in next time', async () => {
  shop.use(letsIn())
  const { unmount } = await renderAt('/login')
  await userEvent.click(screen.getByLabelText('아이디 저장'))
  await logIn()
  await waitFor(() => expect(address()).toBe('/mypage/service-status/normal?page=1'))
  unmount()
  shop.use(memberIs(null))

  await renderAt('/login')

  expect(id().value).toBe('hong1234')
  expect(screen.getByLabelText<HTMLInputElement>('아이디 저장').checked).toBe(true)
})

test('by default the browser stores nothing of a login', async () => {
  shop.use(letsIn())
  await renderAt('/login')

  await logIn()

  await waitFor(() => expect(address()).toBe('/mypage/service-status/normal?page=1'))
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('hong')
})

test('Caps Lock and the Korean keyboard are pointed out', async () => {
  await renderAt('/login')

  fireEvent.keyUp(password(), { key: 'A', modifierCapsLock: true })
  expect(screen.getByText('Caps Lock이 켜져 있습니다.')).toBeTruthy()

  fireEvent.change(password(), { target: { value: 'ㅔㅁㄴㄴ' } })
  fireEvent.keyUp(password(), { key: 's' })
  expect(screen.getByText(/한\/영 키를 확인해 주세요/)).toBeTruthy()
})

test('a browser that takes no cookies is told to allow them', async () => {
  shop.use(http.post('/api/login', () => answer(null)))
  await renderAt('/login')

  await logIn()

  expect((await screen.findByRole('alert')).textContent).toContain('쿠키')
})

test('when the server cannot be reached, the form says so and keeps what was typed', async () => {
  shop.use(http.post('/api/login', () => HttpResponse.error()))
  await renderAt('/login')

  await logIn()

  expect((await screen.findByRole('alert')).textContent).toContain('서버에 연결하지 못했습니다')
  expect(password().value).toBe('correct-horse-5')
})

test.each([
  '/static-ip/payment/normal/success?paymentKey=k&orderId=ORD-1&amount=33000',
  '/ip-ticket/payment/success?orderId=ORD-1&paymentKey=k&amount=33000',
  '/static-ip/payment/billing/success?customerKey=c&authKey=a&orderId=ORD-1',
])('whose session ended at the provider is told that nothing is paid yet (%s)', async (back) => {
  await renderAt(`/login?callbackUrl=${encodeURIComponent(back)}`)

  expect(await screen.findByText(/결제가 아직 끝나지 않았습니다/)).toBeTruthy()
})

test('an order that is only looked at is no payment under way', async () => {
  const back = '/static-ip/payment/normal/success?orderId=ORD-1'
  await renderAt(`/login?callbackUrl=${encodeURIComponent(back)}`)

  expect(await screen.findByText('로그인 후 이용해 주세요.')).toBeTruthy()
})
