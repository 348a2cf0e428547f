import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { aMember, anAgreement } from '../../../tests/builders'
import { address, renderAt } from '../../../tests/render'
import { answer, memberIs, plansAre, shop } from '../../../tests/shop'

const CHECKOUT = '/static-ip/payment/normal?planId=1&months=3&quantity=2'
const GATE = `/login?callbackUrl=${encodeURIComponent(CHECKOUT)}`

/** The link of the page, below its header, that leads there. */
const linkTo = (path: string) =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .find((link) => link.getAttribute('href')?.startsWith(path))

test('a visitor at a checkout finds what they chose, and two ways on that keep it', async () => {
  await renderAt(CHECKOUT)

  await waitFor(() => expect(address()).toBe(GATE))
  expect(await screen.findByText('고정 IP VPN · 3개월 · 2개 · 188,000원')).toBeTruthy()
  const [join, enter] = [linkTo('/sign-up'), linkTo('/login')]
  expect(join?.getAttribute('href')).toBe(`/sign-up?callbackUrl=${encodeURIComponent(CHECKOUT)}`)
  expect(enter?.getAttribute('href')).toBe(`${GATE}&as=member`)
  expect(join?.className).toBe(enter?.className)
})

test('a member logs in there and goes on to the checkout', async () => {
  shop.use(
    http.post('/api/login', () => {
      shop.use(memberIs(aMember()))
      return answer(null)
    }),
    http.get('/api/v1/agreements', () => answer([anAgreement()])),
    http.get('/api/v1/pg/toss', () => answer([])),
  )
  await renderAt(`${GATE}&as=member`)
  expect(screen.getByText('고정 IP VPN · 3개월 · 2개 · 188,000원')).toBeTruthy()

  await userEvent.type(screen.getByLabelText('아이디'), 'hong1234')
  await userEvent.type(screen.getByLabelText('비밀번호'), 'correct-horse-5')
  await userEvent.click(screen.getByRole('button', { name: '로그인' }))

  expect(await screen.findByRole('heading', { name: '고정 IP VPN 결제' })).toBeTruthy()
  expect(address()).toBe(CHECKOUT)
})

test('the sign-up repeats the choice, too', async () => {
  shop.use(http.get('/api/v1/agreements', () => answer([anAgreement()])))

  await renderAt(`/sign-up?callbackUrl=${encodeURIComponent(CHECKOUT)}`)

  expect(screen.getByText('고정 IP VPN · 3개월 · 2개 · 188,000원')).toBeTruthy()
})

test('what is no longer sold is not named, and the ways on are there', async () => {
  shop.use(plansAre([]))

  await renderAt(GATE)

  expect(screen.queryByText(/선택한 상품/)).toBeNull()
  expect(linkTo('/sign-up')).toBeTruthy()
})

test('whoever comes from elsewhere, or to renew, finds the form at once', async () => {
  for (const back of ['/mypage/service-status/normal', '/static-ip/payment/normal?serviceId=5']) {
    const { unmount } = await renderAt(`/login?callbackUrl=${encodeURIComponent(back)}`)
    expect(screen.getByLabelText('아이디')).toBeTruthy()
    unmount()
  }
})
