import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aContract, aMember, anOrder } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, orderIs, refuse, shop } from '../../tests/shop'
import type { Order } from '../api/types'

const { orderId } = anOrder()
const PAGE = `/mypage/payment-history/order?orderId=${orderId}`
const DEPOSIT = {
  bankCode: '88',
  bankName: '신한은행',
  accountNumber: '56290011112222',
  dueAt: '2026-11-21T05:00:00Z',
}

const region = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => shop.use(memberIs(aMember())))

test('the price is itemised to the won', async () => {
  shop.use(
    orderIs(
      anOrder({
        listAmount: 198_000,
        discountAmount: 27_000,
        quantityDiscountAmount: 9_000,
        pointsUsed: 1_000,
        amount: 170_000,
        supplyAmount: 154_545,
        vatAmount: 15_455,
      }),
    ),
  )
  await renderAt(PAGE)

  const lines = region('결제 금액')
    .getAllByRole('definition')
    .map((one) => one.textContent)
  expect(lines).toEqual([
    '198,000원',
    '−18,000원',
    '−9,000원',
    '−1,000포인트',
    '170,000원',
    '154,545원',
    '15,455원',
  ])
  expect(region('결제 금액').getByText('3,300포인트 적립')).toBeTruthy()
})

test.each<Order['state']>(['failed', 'expired', 'cancelled'])(
  'an order that ended unpaid (%s) promises no points and names no amount paid',
  async (state) => {
    shop.use(orderIs(anOrder({ state, paidAt: null })))
    await renderAt(PAGE)

    expect(region('주문 금액').getAllByText('주문 금액')).toHaveLength(2)
    expect(screen.queryByText(/포인트 적립/)).toBeNull()
    expect(screen.queryByText('결제 금액')).toBeNull()
  },
)

test.each<[Partial<Order>, RegExp]>([
  [{ state: 'awaiting_payment' }, /결제를 마치지 않으면 주문이 자동으로 취소됩니다/],
  [{ state: 'confirming' }, /결제 결과를 확인하고 있습니다/],
  [{ state: 'paid' }, /결제가 완료되었습니다/],
  [
    { state: 'failed', failure: { code: 'X', detail: '카드 한도를 확인해 주세요.' } },
    /카드 한도를 확인해 주세요/,
  ],
  [{ state: 'expired' }, /기한이 지나 주문이 취소되었습니다/],
  [{ state: 'cancelled' }, /주문이 취소되었습니다/],
  [{ state: 'due' }, /결제일에 등록하신 카드로 결제됩니다/],
])('an order with %j says what happens next', async (order, sentence) => {
  shop.use(orderIs(anOrder(order)))
  await renderAt(PAGE)

  expect(region('주문 상태').getByText(sentence)).toBeTruthy()
})

test('an order awaiting its deposit shows the account and can be cancelled after a confirmation', async () => {
  const waiting = anOrder({
    state: 'awaiting_deposit',
    payMethod: 'virtualAccount',
    paidAt: null,
    services: [],
    deposit: DEPOSIT,
    mayCancel: true,
  })
  shop.use(orderIs(waiting))
  shop.use(
    http.post('/api/v1/orders/:id/cancel', () =>
      answer({ ...waiting, state: 'cancelled', mayCancel: false }),
    ),
  )
  await renderAt(PAGE)
  expect(region('입금 계좌').getByText('56290011112222')).toBeTruthy()
  expect(region('입금 계좌').getByRole('button', { name: '계좌번호 복사' })).toBeTruthy()
  expect(region('입금 계좌').getByText('2026.11.21 14:00')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: '주문 취소' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '주문 취소' }))

  expect(await screen.findByText('결제 취소')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '입금 계좌' })).toBeNull()
})

test('a refused cancel is shown in place', async () => {
  const detail = '입금이 확인되어 취소할 수 없습니다. 환불을 신청해 주세요.'
  shop.use(orderIs(anOrder({ state: 'awaiting_deposit', deposit: DEPOSIT, mayCancel: true })))
  shop.use(http.post('/api/v1/orders/:id/cancel', () => refuse(409, 'order_closed', detail)))
  await renderAt(PAGE)

  await userEvent.click(screen.getByRole('button', { name: '주문 취소' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '주문 취소' }))

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
})

test('a refused tax invoice says why, and takes no second request', async () => {
  const requested = {
    requestedAt: '2026-11-21T05:00:00Z',
    issuedAt: null,
    number: null,
    refusedAt: '2026-11-22T05:00:00Z',
  }
  shop.use(orderIs(anOrder({ taxInvoice: { ...requested, refusal: '휴업 중인 사업자입니다.' } })))
  await renderAt(PAGE)

  expect(await screen.findByText(/2026\.11\.22 14:00에 .* 사유: 휴업 중인 사업자입니다\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '세금계산서 신청' })).toBeNull()
})

test('a tax invoice that was issued says when and under which number', async () => {
  const taxInvoice = {
    requestedAt: '2026-11-21T05:00:00Z',
    issuedAt: '2026-11-22T05:00:00Z',
    number: '20261122-41000012-3456789a',
    refusedAt: null,
    refusal: null,
  }
  shop.use(orderIs(anOrder({ taxInvoice })))
  await renderAt(PAGE)

  expect(await screen.findByText('2026.11.22 14:00에 발급했습니다.')).toBeTruthy()
  expect(screen.getByText('20261122-41000012-3456789a').parentElement?.textContent).toBe(
    '승인번호 20261122-41000012-3456789a',
  )
  expect(screen.queryByRole('button', { name: '세금계산서 신청' })).toBeNull()
})

test('a business requests a tax invoice once; an invalid number is pointed out before sending', async () => {
  const order = anOrder({ payMethod: 'transfer', mayRequestTaxInvoice: true })
  const sent: unknown[] = []
  shop.use(orderIs(order))
  shop.use(
    http.post('/api/v1/orders/:id/tax-invoice', async ({ request }) => {
      sent.push(await request.json())
      return answer({
        ...order,
        mayRequestTaxInvoice: false,
        taxInvoice: {
          requestedAt: '2026-11-21T05:00:00Z',
          issuedAt: null,
          number: null,
          refusedAt: null,
          refusal: null,
        },
      })
    }),
  )
  await renderAt(PAGE)
  const fill = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text)

  await userEvent.click(screen.getByRole('button', { name: '세금계산서 신청' }))
  await fill(/사업자등록번호/, '123-45-67890')
  await fill(/상호/, ' 이음상사 ')
  await fill(/대표자/, '홍길동')
  await fill(/이메일/, 'tax@mail.test')
  await userEvent.click(screen.getByRole('button', { name: '신청하기' }))
  expect(await screen.findByText('사업자등록번호 10자리를 다시 확인해 주세요.')).toBeTruthy()
  expect(sent).toEqual([])

  await userEvent.clear(screen.getByLabelText(/사업자등록번호/))
  await fill(/사업자등록번호/, '123-45-67891')
  await userEvent.click(screen.getByRole('button', { name: '신청하기' }))

  expect(await screen.findByText(/2026.11.21 14:00에 신청하셨습니다/)).toBeTruthy()
  expect(sent).toEqual([
    {
      businessNumber: '1234567891',
      company: '이음상사',
      representative: '홍길동',
      address: '',
      businessType: '',
      businessItem: '',
      email: 'tax@mail.test',
    },
  ])
})

test('tax invoice and refund are offered only where the order allows them', async () => {
  shop.use(orderIs(anOrder()))
  await renderAt(PAGE)

  expect(screen.queryByRole('region', { name: '세금계산서' })).toBeNull()
  expect(screen.queryByRole('region', { name: '환불' })).toBeNull()
})

test('an address without an order says so', async () => {
  await renderAt('/mypage/payment-history/order')

  expect(screen.getByRole('heading', { name: '주문을 찾을 수 없습니다' })).toBeTruthy()
})

test('an order of somebody else is shown as not found', async () => {
  shop.use(http.get('/api/v1/orders/:id', () => refuse(404, 'order_not_found', '주문을 찾을 수 없습니다.')))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderAt(PAGE)

  expect(await screen.findByText('주문을 찾을 수 없습니다.')).toBeTruthy()
})

test('the contract can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  shop.use(http.get('/api/v1/orders/:id/contract', () => answer(aContract())))
  await renderAt(`/mypage/payment-history/contract?orderId=${orderId}`)

  const sheet = within(screen.getByRole('article'))
  expect(sheet.getByText('주식회사 이음네트웍스')).toBeTruthy()
  expect(sheet.getByText('010-****-5678')).toBeTruthy()
  expect(sheet.getByText('고정 IP VPN · KT · 1개월')).toBeTruthy()
  expect(sheet.getByText('이 약관은 이용 조건을 정합니다.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '인쇄·저장' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
})
