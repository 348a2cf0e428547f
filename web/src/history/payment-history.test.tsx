import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anOrder } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answerList, memberIs, shop } from '../../tests/shop'
import type { Order } from '../api/types'

const PAGE = '/mypage/payment-history?page=1'

const ordersAre = (orders: Order[], total = orders.length) =>
  shop.use(http.get('/api/v1/orders', () => answerList(orders, { total })))

const row = () =>
  within(screen.getAllByRole('listitem').find((one) => one.querySelector('h2')) as HTMLElement)

beforeEach(() => shop.use(memberIs(aMember())))

test('an order is listed with its state, period, payment method, amount and receipts', async () => {
  ordersAre([anOrder({ months: 3, quantity: 2, mayRefund: true, cashReceiptUrl: 'https://receipt.test/2' })])
  await renderAt(PAGE)

  expect(row().getByRole('link', { name: '고정 IP VPN · KT · 3개월 · 2개' }).getAttribute('href')).toBe(
    '/mypage/payment-history/order?orderId=20261120-ABCDEFGHJK',
  )
  expect(row().getByText('결제완료')).toBeTruthy()
  expect(row().getByText('2026.11.20 14:00 · 구매')).toBeTruthy()
  expect(row().getByText('2026.11.20 ~ 2026.12.20 · 카드')).toBeTruthy()
  expect(row().getByText('33,000')).toBeTruthy()
  expect(
    row()
      .getByRole('link', { name: /매출전표/ })
      .getAttribute('href'),
  ).toBe('https://receipt.test/1')
  expect(row().getByRole('link', { name: /현금영수증/ })).toBeTruthy()
  expect(row().getByRole('link', { name: /환불$/ }).getAttribute('href')).toContain('#refund')
})

test('a carrier that is part of the name of its plan is not repeated', async () => {
  ordersAre([anOrder({ planName: 'KT 고정 IP' })])
  await renderAt(PAGE)

  expect(row().getByRole('link', { name: 'KT 고정 IP · 1개월' })).toBeTruthy()
})

test.each<[Partial<Order>, string]>([
  [{ state: 'awaiting_payment' }, '결제대기'],
  [{ state: 'due' }, '결제예정'],
  [{ state: 'confirming' }, '결제확인중'],
  [{ state: 'failed' }, '결제실패'],
  [
    { state: 'failed', failure: { code: 'PAY_PROCESS_CANCELED', detail: '결제를 취소하셨습니다.' } },
    '결제 취소',
  ],
  [{ state: 'expired' }, '기한만료'],
  [{ state: 'cancelled' }, '결제 취소'],
  [{ state: 'refunding' }, '환불처리중'],
  [{ state: 'refunded' }, '환불완료'],
])('%j is called %s', async (order, word) => {
  ordersAre([anOrder({ paidAt: null, receiptUrl: null, ...order })])
  await renderAt(PAGE)

  expect(row().getByText(word)).toBeTruthy()
})

test('an order awaiting payment leads to the checkout with its choice', async () => {
  ordersAre([
    anOrder({
      state: 'awaiting_payment',
      paidAt: null,
      months: 3,
      quantity: 2,
      payMethod: 'transfer',
      pointsUsed: 1_000,
    }),
  ])
  await renderAt(PAGE)

  expect(
    row()
      .getByRole('link', { name: /이어서 결제하기$/ })
      .getAttribute('href'),
  ).toBe('/static-ip/payment/normal?planId=1&months=3&quantity=2&points=1000&payMethod=transfer')
})

test('an order awaiting its deposit shows the account and the deadline', async () => {
  ordersAre([
    anOrder({
      state: 'awaiting_deposit',
      payMethod: 'virtualAccount',
      paymentMethod: null,
      paidAt: null,
      deposit: {
        bankCode: '88',
        bankName: '신한은행',
        accountNumber: '562-900-11112222',
        dueAt: '2026-11-21T05:00:00Z',
      },
    }),
  ])
  await renderAt(PAGE)

  expect(row().getByText('입금대기')).toBeTruthy()
  expect(row().getByText(/신한은행 562-900-11112222 · 2026.11.21 14:00까지 입금해 주세요/)).toBeTruthy()
  expect(row().queryByRole('link', { name: /계약 내용/ })).toBeNull()
})

test('a member without orders is shown a link to the shop', async () => {
  ordersAre([])
  await renderAt(PAGE)

  expect(screen.getByText('아직 결제하신 내역이 없습니다.')).toBeTruthy()
  expect(screen.getByRole('link', { name: '고정 IP 보기' }).getAttribute('href')).toBe('/static-ip')
})

test('a page beyond the last has a link to the first', async () => {
  ordersAre([], 30)
  await renderAt('/mypage/payment-history?page=7')

  expect(screen.getByRole('link', { name: '처음으로' }).getAttribute('href')).toBe(
    '/mypage/payment-history?page=1',
  )
})
