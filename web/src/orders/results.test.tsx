import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aCard, aMember, anOrder, aService } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, configIs, memberIs, orderIs, refuse, shop } from '../../tests/shop'
import type { Order } from '../api/types'
import { lastOrder } from './last-order'

const { orderId } = anOrder()
const NORMAL = `/static-ip/payment/normal/success?orderId=${orderId}`
const BILLING = `/static-ip/payment/billing/success?orderId=${orderId}`
const DEPOSIT = {
  bankCode: '88',
  bankName: '신한은행',
  accountNumber: 'X6371414027385',
  dueAt: '2026-11-21T05:00:00Z',
}
const WAITING = anOrder({
  state: 'awaiting_deposit',
  payMethod: 'virtualAccount',
  paidAt: null,
  services: [],
  deposit: DEPOSIT,
  mayCancel: true,
})

const paid = () => screen.findByRole('heading', { name: '결제가 완료되었습니다' })
const wayBack = () => screen.getByRole('link', { name: '다시 결제하기' }).getAttribute('href')

beforeEach(() => {
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services/:id', () => answer(aService())),
  )
})

test('an order that awaits its deposit shows the account, and changes by itself when the money arrives', async () => {
  shop.use(http.post('/api/v1/payments/confirm', () => answer(WAITING)))
  shop.use(orderIs(WAITING))
  await renderAt(`${NORMAL}&paymentKey=pk_1&amount=33000`)

  const card = within(await screen.findByRole('region', { name: '입금 계좌' }))
  expect(card.getByText('X6371414027385')).toBeTruthy()
  expect(card.getByText('신한은행')).toBeTruthy()
  expect(card.getByText('2026.11.21 14:00')).toBeTruthy()
  expect(card.getByRole('button', { name: '계좌번호 복사' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '주문 취소' })).toBeTruthy()

  shop.use(orderIs(anOrder()))

  expect(await screen.findByText('결제가 완료되었습니다', {}, { timeout: 9_000 })).toBeTruthy()
})

test('an order whose deposit did not arrive in time has ended, and nothing was charged', async () => {
  shop.use(orderIs({ ...WAITING, state: 'expired', deposit: null, mayCancel: false }))
  await renderAt(NORMAL)

  expect((await screen.findByRole('alert')).textContent).toBe(
    '기한이 지나 주문이 취소되었습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.',
  )
})

test('all addresses of an order are shown', async () => {
  shop.use(
    orderIs(
      anOrder({
        quantity: 2,
        services: [
          { id: 5, address: '203.0.113.10' },
          { id: 6, address: '203.0.113.11' },
        ],
      }),
    ),
  )
  await renderAt(NORMAL)

  await paid()
  expect(screen.getByText(/IP 2개를 바로 이용하실 수 있습니다/)).toBeTruthy()
  expect(screen.getAllByTestId('ip-plate')).toHaveLength(2)
})

test('bought tickets are shown with their number, expiry and where to use them', async () => {
  shop.use(configIs({ ticketYn: 'Y' }))
  shop.use(
    orderIs(
      anOrder({
        planKind: 'ticket',
        planName: 'IP 교체권',
        carrier: '',
        quantity: 3,
        services: [],
        periodUntil: '2027-11-20',
      }),
    ),
  )
  await renderAt(`/ip-ticket/payment/success?orderId=${orderId}`)

  await paid()
  expect(screen.getByText('IP 교체권 3장', { selector: 'p' })).toBeTruthy()
  expect(screen.getByText('2027.11.20까지 사용하실 수 있습니다.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'IP 변경하기' }).getAttribute('href')).toBe(
    '/mypage/change-ip?page=1',
  )
})

test('a dynamic service shows its address, takes devices at once, and says where the address is changed', async () => {
  shop.use(
    orderIs(anOrder({ planKind: 'dynamic', services: [{ id: 5, address: '203.0.113.60' }] })),
    http.get('/api/v1/services/5', () => answer(aService({ kind: 'dynamic', address: '203.0.113.60' }))),
  )
  await renderAt(`/dynamic-ip/payment/normal/success?orderId=${orderId}`)

  await paid()
  expect(within(screen.getByTestId('ip-plate')).getByText('203.0.113.60')).toBeTruthy()
  expect(screen.getByText(/IP는 이용현황에서 변경하실 수 있습니다/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: '기기 추가' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '이용현황에서 보기' })).toBeTruthy()
})

test('a renewal shows the same address and its new end', async () => {
  shop.use(
    orderIs(anOrder({ kind: 'renewal', serviceId: 5, periodFrom: '2026-12-21', periodUntil: '2027-01-20' })),
  )
  await renderAt(NORMAL)

  await paid()
  expect(screen.getByText('203.0.113.10')).toBeTruthy()
  expect(screen.getByText('2026.12.21부터 이어져 2027.01.20까지 이용하실 수 있습니다.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '기기 추가' })).toBeNull()
})

test('a refund on request is told apart from one for undelivered goods', async () => {
  const refund = { mode: 'full', state: 'done', amount: 33_000, points: 0, requestedAt: '', completedAt: '' }
  shop.use(orderIs(anOrder({ state: 'refunded', refund: refund as unknown as Order['refund'] })))
  await renderAt(NORMAL)

  expect(await screen.findByRole('heading', { name: '환불이 완료된 주문입니다' })).toBeTruthy()
})

test('a refund that needs a bank account asks for one', async () => {
  const refund = {
    mode: 'unfulfilled',
    state: 'awaiting_account',
    amount: 33_000,
    points: 0,
    requestedAt: '',
  }
  shop.use(
    orderIs(anOrder({ state: 'refunding', services: [], refund: refund as unknown as Order['refund'] })),
  )
  await renderAt(NORMAL)

  expect(await screen.findByText(/환불받으실 계좌를 입력해 주세요/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '결제내역 보기' })).toBeTruthy()
})

test('the page does not wait for an order that nobody is paying', async () => {
  shop.use(orderIs(anOrder({ state: 'awaiting_payment', paidAt: null, services: [] })))
  await renderAt(NORMAL)

  expect(await screen.findByRole('heading', { name: '결제되지 않았습니다' })).toBeTruthy()
})

test('a new card is registered, then charged for the first period', async () => {
  const sent: unknown[] = []
  shop.use(
    http.post('/api/v1/billing-methods', async ({ request }) => {
      sent.push(await request.json())
      return answer(aCard(), 201)
    }),
    http.post('/api/v1/subscriptions', async ({ request }) => {
      sent.push(await request.json())
      return answer(anOrder({ subscriptionId: 9 }))
    }),
  )
  await renderAt(`${BILLING}&authKey=bln_1&customerKey=customer-1`)

  await paid()
  expect(sent).toEqual([
    { authKey: 'bln_1', customerKey: 'customer-1' },
    { orderId, billingMethodId: 3 },
  ])
})

test('if the card is refused at its registration, nothing is paid and the address is released', async () => {
  const failures: unknown[] = []
  const detail = '카드를 등록하지 못했습니다. 다른 카드로 다시 시도해 주세요.'
  shop.use(
    http.post('/api/v1/billing-methods', () => refuse(409, 'card_refused', detail)),
    http.post('/api/v1/payments/fail', async ({ request }) => {
      failures.push(await request.json())
      return answer(anOrder({ state: 'failed' }))
    }),
  )
  lastOrder.set({
    orderId,
    planId: 1,
    months: 3,
    quantity: 2,
    payMethod: 'card',
    points: 0,
    cashReceipt: 'none',
  })
  await renderAt(`${BILLING}&authKey=bln_1&customerKey=customer-1`)

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(wayBack()).toBe('/static-ip/payment/billing?planId=1&months=3&quantity=2')
  expect(failures).toEqual([{ orderId, code: 'CARD_NOT_REGISTERED' }])
})

test('after a reload, a refused first charge is shown with the same explanation', async () => {
  const detail = '카드 한도 초과 또는 잔액 부족으로 결제되지 않았습니다.'
  shop.use(http.post('/api/v1/subscriptions', () => refuse(409, 'order_closed', '이미 끝난 주문입니다.')))
  shop.use(
    orderIs(anOrder({ state: 'failed', services: [], failure: { code: 'REJECT_CARD_PAYMENT', detail } })),
  )
  await renderAt(`${BILLING}&billingMethodId=3`)

  expect((await screen.findByText(detail)).textContent).toBe(detail)
})

test('the page waits for a charge whose outcome is not known', async () => {
  shop.use(http.post('/api/v1/subscriptions', () => answer(anOrder({ state: 'confirming', services: [] }))))
  shop.use(orderIs(anOrder({ state: 'confirming', services: [] })))
  await renderAt(`${BILLING}&billingMethodId=3`)
  expect(await screen.findByRole('heading', { name: '결제 결과를 확인하고 있습니다' })).toBeTruthy()

  shop.use(orderIs(anOrder({ subscriptionId: 9 })))

  expect(await screen.findByText('결제가 완료되었습니다', {}, { timeout: 9_000 })).toBeTruthy()
})
