import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anOrder, aService } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, orderIs, refuse, shop } from '../../tests/shop'
import { type LastOrder, lastOrder } from './last-order'

const { orderId } = anOrder()
const SUCCESS = `/static-ip/payment/normal/success?paymentKey=pk_1&orderId=${orderId}&amount=33000`
const FAIL = '/static-ip/payment/normal/fail'

const remembered = (differs: Partial<LastOrder>): LastOrder => ({
  orderId,
  planId: 1,
  months: 1,
  quantity: 1,
  payMethod: 'card',
  points: 0,
  cashReceipt: 'none',
  ...differs,
})

type Given = ReturnType<typeof anOrder>

/** Answers a POST to this payment call with the order, and returns the list of what was sent. */
function answerPayment(call: 'confirm' | 'fail', order: Given) {
  const sent: unknown[] = []
  shop.use(
    http.post(`/api/v1/payments/${call}`, async ({ request }) => {
      sent.push(await request.json())
      return answer(order)
    }),
  )
  return sent
}

const confirms = (order: Given) => answerPayment('confirm', order)

const becomes = (order: Given) => shop.use(orderIs(order))

const takesFailure = (order: Given) => answerPayment('fail', order)

const retryPath = async () =>
  (await screen.findByRole('link', { name: '다시 결제하기' })).getAttribute('href')

beforeEach(() => {
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services/:id', () => answer(aService())),
  )
})

test('a paid order shows the new address and one next step', async () => {
  const sent = confirms(anOrder())
  await renderAt(SUCCESS)

  expect(await screen.findByRole('heading', { name: '결제가 완료되었습니다' })).toBeTruthy()
  expect(within(screen.getByTestId('ip-plate')).getByText('203.0.113.10')).toBeTruthy()
  expect(sent).toEqual([{ paymentKey: 'pk_1', orderId, amount: 33_000 }])
  await userEvent.click(await screen.findByRole('button', { name: '기기 추가' }))
  expect(screen.getByLabelText('기기 이름')).toBeTruthy()
})

test('other tabs hear of a payment', async () => {
  localStorage.removeItem('ieum:orders')
  confirms(anOrder())
  await renderAt(SUCCESS)

  await waitFor(() => expect(localStorage.getItem('ieum:orders')).not.toBeNull())
})

test('the page waits for an outcome that is not known yet', async () => {
  const doubtful = anOrder({ state: 'confirming', services: [], outcomeBy: '2026-11-20T05:11:00Z' })
  confirms(doubtful)
  becomes(doubtful)
  await renderAt(SUCCESS)
  expect(await screen.findByRole('heading', { name: '결제 결과를 확인하고 있습니다' })).toBeTruthy()
  // The heading stands there while the answer is awaited, too.
  expect(await screen.findByText(/결과는 2026.11.20 14:11까지 정해지며/)).toBeTruthy()

  becomes(anOrder())

  expect(await screen.findByText('결제가 완료되었습니다', {}, { timeout: 4_500 })).toBeTruthy()
})

test('a confirmation whose answer was lost is sent again', async () => {
  confirms(anOrder())
  shop.use(http.post('/api/v1/payments/confirm', () => HttpResponse.error(), { once: true }))
  await renderAt(SUCCESS)

  expect(await screen.findByText(/자동으로 다시 확인하고 있습니다/)).toBeTruthy()
  expect(await screen.findByText('결제가 완료되었습니다', {}, { timeout: 4_500 })).toBeTruthy()
})

test('a refund under way is shown with its reason and amount', async () => {
  const detail = '결제하시는 동안 배정할 수 있는 IP가 모두 소진되었습니다. 결제 금액은 전액 취소됩니다.'
  confirms(anOrder({ state: 'refunding', services: [], failure: { code: 'sold_out', detail } }))
  becomes(anOrder({ state: 'refunding', services: [], failure: { code: 'sold_out', detail } }))
  await renderAt(SUCCESS)

  expect(await screen.findByRole('heading', { name: '결제 금액을 돌려드리고 있습니다' })).toBeTruthy()
  expect(screen.getByText(detail)).toBeTruthy()
  expect(screen.getByText('33,000원')).toBeTruthy()
})

test('a completed refund is shown', async () => {
  confirms(anOrder({ state: 'refunded', services: [] }))
  await renderAt(SUCCESS)

  expect(await screen.findByRole('heading', { name: '결제 금액을 모두 돌려드렸습니다' })).toBeTruthy()
})

test.each([
  [
    'payment_refused',
    '카드사에서 결제를 승인하지 않았습니다. 다른 카드로 결제하거나 카드사에 문의해 주세요.',
  ],
  ['order_expired', '결제 시간이 지나 결제하지 않았습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.'],
])('a confirmation refused with %s leads back to the same choice', async (code, detail) => {
  shop.use(http.post('/api/v1/payments/confirm', () => refuse(409, code, detail)))
  lastOrder.set(remembered({ planId: 2, months: 3 }))
  await renderAt(SUCCESS)

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(screen.getByRole('heading', { name: '결제되지 않았습니다' })).toBeTruthy()
  expect(await retryPath()).toBe('/static-ip/payment/normal?planId=2&months=3')
})

test('without valid parameters from the provider there is nothing to confirm', async () => {
  await renderAt('/static-ip/payment/normal/success?paymentKey=pk_1&orderId=x&amount=1e3x')

  expect(screen.getByRole('heading', { name: '확인할 결제가 없습니다' })).toBeTruthy()
})

test('a failure is reported to the server, whose explanation is shown instead of the one in the address', async () => {
  const detail = '카드 한도 초과 또는 잔액 부족으로 결제되지 않았습니다.'
  const sent = takesFailure(anOrder({ state: 'failed', failure: { code: 'REJECT_CARD_PAYMENT', detail } }))
  await renderAt(`${FAIL}?code=REJECT_CARD_PAYMENT&message=free-money&orderId=${orderId}`)

  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByRole('main').textContent).not.toContain('free-money')
  expect(sent).toEqual([{ orderId, code: 'REJECT_CARD_PAYMENT' }])
})

test('a cancel that names no order is of the last order of this tab', async () => {
  const sent = takesFailure(anOrder({ state: 'failed' }))
  lastOrder.set(remembered({ planId: 1, months: 6 }))
  await renderAt(`${FAIL}?code=PAY_PROCESS_CANCELED`)

  expect(await screen.findByText('결제를 취소하셨습니다. 금액은 청구되지 않았습니다.')).toBeTruthy()
  expect(sent).toEqual([{ orderId, code: 'PAY_PROCESS_CANCELED' }])
  expect(await retryPath()).toBe('/static-ip/payment/normal?planId=1&months=6')
})

test('without order and code there is still a way back to the checkout', async () => {
  await renderAt(`${FAIL}?code=%3Cscript%3E`)

  expect(await screen.findByRole('heading', { name: '결제되지 않았습니다' })).toBeTruthy()
  expect(await retryPath()).toBe('/static-ip/payment/normal')
})

test('an order recorded as paid is shown as paid, whatever the window reported', async () => {
  takesFailure(anOrder())
  await renderAt(`${FAIL}?code=UNKNOWN&orderId=${orderId}`)

  await waitFor(() => expect(screen.getByRole('heading', { name: '이미 결제된 주문입니다' })).toBeTruthy())
})
