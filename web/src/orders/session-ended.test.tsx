import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMember, anAgreement, aQuote } from '../../tests/builders'
import { address, renderAt } from '../../tests/render'
import { answer, shop, signedOut } from '../../tests/shop'
import type { Member } from '../api/types'
import { sessionEnded } from '../members'

const CHECKOUT = '/static-ip/payment/normal?planId=1&months=1'
const TITLE = { name: '로그인이 만료되었습니다' }
const INQUIRY = '/support/inquiry/new'

let isLoggedIn: boolean
let member: Member
const orders: unknown[] = []

const asMember = (data: unknown) => () => (isLoggedIn ? answer(data) : signedOut())

beforeEach(async () => {
  // What asks for the login comes after the page.
  await import('../shell/extras')
  HTMLElement.prototype.scrollIntoView = () => undefined // jsdom has no layout to scroll
  isLoggedIn = true
  member = aMember()
  orders.length = 0
  shop.use(
    http.get('/api/v1/member', () => asMember(member)()),
    http.get('/api/v1/agreements', () => answer([anAgreement({ key: 'order-confirm', title: '주문 확인' })])),
    http.get('/api/v1/pg/toss', () =>
      answer([{ pgType: 'normal', clientKey: 'test_ck_1', sdkUrl: 'http://sdk.test/v2' }]),
    ),
    http.get('/api/v1/open-orders', asMember({ items: [], hasPaidBefore: false })),
    http.post('/api/v1/orders/quote', asMember(aQuote())),
    http.post('/api/v1/orders', async ({ request }) => {
      if (!isLoggedIn) return signedOut()
      orders.push(await request.json())
      return answer({ orderId: 'ORD-1', amount: 33_000, state: 'paid' }, 201)
    }),
    http.get('/api/v1/services', () => answer({ items: [], page: 1, pageSize: 20, total: 0 })),
    http.get('/api/v1/orders', () => answer({ items: [], page: 1, pageSize: 20, total: 0 })),
    http.post('/api/v1/inquiries', () => (isLoggedIn ? answer({ id: 7 }, 201) : signedOut())),
    http.post('/api/login', () => {
      isLoggedIn = true
      return answer({})
    }),
  )
})
afterEach(() => sessionEnded.set(false))

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /주문 확인/ })
const pay = () => userEvent.click(screen.getByRole('button', { name: '33,000원 결제하기' }))

async function logIn() {
  const dialog = within(await screen.findByRole('dialog', TITLE))
  await userEvent.type(dialog.getByLabelText('비밀번호'), 'correct-horse-42')
  await userEvent.click(dialog.getByRole('button', { name: '로그인' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('at the pay press the login opens over the checkout, and one more press pays', async () => {
  await renderAt(CHECKOUT)
  await userEvent.click(box())
  await screen.findByRole('button', { name: '33,000원 결제하기' })
  isLoggedIn = false

  await pay()

  await logIn()
  expect(address()).toBe(CHECKOUT)
  expect(box().checked).toBe(true)
  await pay()
  await waitFor(() => expect(orders).toHaveLength(1))
})

test('a quote that finds no session does not take the checkout away', async () => {
  await renderAt(`${CHECKOUT}&quantity=1`)
  await userEvent.click(box())
  isLoggedIn = false

  await userEvent.click(await screen.findByRole('radio', { name: /3개월/ }))

  await logIn()
  expect(box().checked).toBe(true)
})

test('an inquiry that was written is sent with the second press', async () => {
  await renderAt(INQUIRY)
  await userEvent.click((await screen.findAllByRole('radio'))[0] as HTMLElement)
  await userEvent.type(screen.getByLabelText(/제목/), '연결이 되지 않습니다')
  await userEvent.type(screen.getByLabelText(/내용/), '어제부터 연결이 되지 않습니다.')
  isLoggedIn = false

  await userEvent.click(screen.getByRole('button', { name: /문의 (보내기|등록)|보내기|등록/ }))

  await logIn()
  expect(screen.getByLabelText<HTMLInputElement>(/제목/).value).toBe('연결이 되지 않습니다')
})

test('the way to the login page is open, and back to what was chosen', async () => {
  await renderAt(CHECKOUT)
  await userEvent.click(await screen.findByRole('radio', { name: /3개월/ }))
  await userEvent.click(box())
  isLoggedIn = false
  await userEvent.click(screen.getByRole('button', { name: /결제하기$/ }))

  const dialog = within(await screen.findByRole('dialog', TITLE))
  await userEvent.click(dialog.getByRole('link', { name: '로그인 페이지로 이동' }))

  await waitFor(() => expect(address()).toMatch(/^\/login\?callbackUrl=.*months%3D3/))
  expect(screen.queryByRole('dialog')).toBeNull()
})
