import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCard, aMember, anAgreement, anOrder, aPlan, aPrice, aQuote, aService } from '../../tests/builders'
import { address, renderAt } from '../../tests/render'
import { answer, configIs, memberIs, orderIs, plansAre, refuse, shop } from '../../tests/shop'
import type { OrderChoice, Quote } from '../api/types'

const CHECKOUT = '/static-ip/payment/normal'
const BILLING = '/static-ip/payment/billing'
const ORDER = '20261120-ABCDEFGHJK'

const requestPayment = vi.fn()
const requestBillingAuth = vi.fn()
const summary = () => within(screen.getByRole('complementary', { name: '주문 확인' }))
const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }))
const isOn = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked

async function press(name: string) {
  await userEvent.click(screen.getByRole('checkbox', { name: /이용약관/ }))
  await userEvent.click(await screen.findByRole('button', { name }))
}

/** Answers quotes as the callback says, with the points that were asked for. */
function quotes(priceOf: (asked: OrderChoice) => Partial<Quote>) {
  shop.use(
    http.post('/api/v1/orders/quote', async ({ request }) => {
      const asked = (await request.json()) as OrderChoice
      return answer(aQuote({ pointsUsed: asked.points ?? 0, ...priceOf(asked) }))
    }),
  )
}

/** Accepts orders as the server does, and returns the list of what was sent. */
function acceptOrders(placed: Record<string, unknown> = {}) {
  const orders: Record<string, unknown>[] = []
  shop.use(
    http.post('/api/v1/orders', async ({ request }) => {
      const asked = (await request.json()) as Record<string, unknown>
      orders.push(asked)
      return answer({
        orderId: ORDER,
        state: 'awaiting_payment',
        amount: 33_000,
        orderName: '고정 IP VPN 1개월',
        payMethod: asked.payMethod,
        cashReceipt: asked.cashReceipt,
        depositHours: 24,
        customerKey: 'customer-1',
        customerName: '홍길동',
        customerEmail: 'hong@mail.test',
        holdUntil: '2026-11-20T05:20:00Z',
        ...placed,
      })
    }),
  )
  return orders
}

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => undefined // jsdom has no layout to scroll
  quotes(() => ({}))
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/agreements', () => answer([anAgreement()])),
    http.get('/api/v1/billing-methods', () => answer([])),
    orderIs(anOrder()),
    http.get('/api/v1/services/:id', () => answer(aService())),
    http.get('/api/v1/services/:id/plan', () => answer(aPlan())),
    http.get('/api/v1/pg/toss', () =>
      answer([
        { pgType: 'normal', clientKey: 'test_ck_1', sdkUrl: 'http://sdk.test/v2' },
        { pgType: 'billing', clientKey: 'test_ck_2', sdkUrl: 'http://sdk.test/v2' },
      ]),
    ),
  )
  // The official SDK uses an existing `TossPayments` instead of loading the provider's script.
  Object.assign(window, {
    TossPayments: (key: string) => ({
      payment: () => ({
        requestPayment,
        requestBillingAuth: (asked: object) => requestBillingAuth(key, asked),
      }),
    }),
  })
  for (const open of [requestPayment, requestBillingAuth])
    open.mockImplementation(() => new Promise(() => undefined)) // the buyer has left the page
})
afterEach(() => {
  requestPayment.mockReset()
  requestBillingAuth.mockReset()
  Reflect.deleteProperty(window, 'TossPayments')
  window.history.replaceState(null, '', '/')
})

test('a transfer asks for the kind of cash receipt and passes it to the payment window', async () => {
  const orders = acceptOrders()
  await renderAt(CHECKOUT)
  expect(screen.queryByRole('group', { name: '현금영수증' })).toBeNull()

  await choose(/^계좌이체/)
  expect(isOn(/^신청하지 않음/)).toBe(true)
  await choose(/^소득공제용/)
  expect(location.search).toContain('payMethod=transfer')
  await press('33,000원 결제하기')

  await waitFor(() => expect(requestPayment).toHaveBeenCalledOnce())
  expect(orders[0]).toMatchObject({ payMethod: 'transfer', cashReceipt: 'income' })
  expect(requestPayment.mock.calls[0]?.[0]).toMatchObject({
    method: 'TRANSFER',
    transfer: { cashReceipt: { type: '소득공제' }, useEscrow: false },
  })
})

test('a virtual account is valid for as long as the shop holds the address', async () => {
  acceptOrders({ depositHours: 12 })
  await renderAt(`${CHECKOUT}?payMethod=virtualAccount&cashReceipt=expense`)
  expect(isOn(/^가상계좌/) && isOn(/^지출증빙용/)).toBe(true)

  await press('33,000원 결제하기')

  await waitFor(() => expect(requestPayment).toHaveBeenCalledOnce())
  expect(requestPayment.mock.calls[0]?.[0]).toMatchObject({
    method: 'VIRTUAL_ACCOUNT',
    virtualAccount: { cashReceipt: { type: '지출증빙' }, validHours: 12 },
  })
})

test('points are spent up to the limit of the order, and the amount follows', async () => {
  quotes(({ points = 0 }) => ({
    pointBalance: 20_000,
    pointLimit: 15_000,
    pointThreshold: 1_000,
    amount: 33_000 - points,
  }))
  await renderAt(CHECKOUT)
  expect(
    await screen.findByText('보유 20,000포인트 · 이 주문에는 15,000포인트까지 사용할 수 있습니다.'),
  ).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: '전액 사용' }))

  expect(await screen.findByRole('button', { name: '18,000원 결제하기' })).toBeTruthy()
  expect(summary().getByText('−15,000포인트')).toBeTruthy()
  expect(location.search).toContain('points=15000')
})

test('what points take is in its place before the quote arrives', async () => {
  shop.use(
    memberIs(aMember({ point: 20_000 })),
    http.post('/api/v1/orders/quote', () => new Promise<never>(() => undefined)),
  )
  await renderAt(CHECKOUT)

  expect(await screen.findByText('보유 20,000포인트')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '전액 사용' }).disabled).toBe(true)
  expect(summary().getByText('포인트 사용')).toBeTruthy()
})

test('Enter in the points field takes over the points and places no order', async () => {
  quotes(({ points = 0 }) => ({
    pointBalance: 20_000,
    pointLimit: 15_000,
    pointThreshold: 1_000,
    amount: 33_000 - points,
  }))
  const orders = acceptOrders()
  await renderAt(CHECKOUT)
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
  const field = await screen.findByRole('textbox', { name: '사용할 포인트' })

  await userEvent.type(field, '5000{Enter}')

  expect(await screen.findByRole('button', { name: '28,000원 결제하기' })).toBeTruthy()
  expect(orders).toEqual([])
})

test('while the new price is awaited no row comes or goes, so that a consent stays where it is pressed', async () => {
  shop.use(
    http.post('/api/v1/orders/quote', async ({ request }) => {
      const { points = 0 } = (await request.json()) as OrderChoice
      if (points > 0) return new Promise<never>(() => undefined)
      return answer(aQuote({ pointBalance: 20_000, pointLimit: 15_000, pointThreshold: 1_000 }))
    }),
  )
  await renderAt(CHECKOUT)
  const rows = () =>
    summary()
      .getAllByRole('term')
      .map((row) => row.textContent)
  const field = await screen.findByRole('textbox', { name: '사용할 포인트' })
  const before = rows()

  await userEvent.type(field, '5000{Enter}')

  expect(screen.getByRole('button', { name: '금액 확인 중' })).toBeTruthy()
  expect(before).toContain('포인트 사용')
  expect(rows()).toEqual(before)
})

test('too many points are refused at the field, and nothing can be paid meanwhile', async () => {
  const detail = '포인트는 15,000포인트까지 사용할 수 있습니다.'
  shop.use(
    http.post('/api/v1/orders/quote', async ({ request }) => {
      const { points = 0 } = (await request.json()) as OrderChoice
      if (points > 15_000)
        return refuse(422, 'invalid_fields', '확인해 주세요.', [{ name: 'points', code: 'too_many', detail }])
      return answer(aQuote({ pointBalance: 20_000, pointLimit: 15_000, pointThreshold: 1_000 }))
    }),
  )
  await renderAt(CHECKOUT)

  const field = await screen.findByRole('textbox', { name: '사용할 포인트' })
  await userEvent.clear(field)
  await userEvent.type(field, '16000')

  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '금액 확인 중' }).disabled).toBe(true)
})

test('below the threshold the page says how many points are needed', async () => {
  quotes(() => ({ pointBalance: 300, pointLimit: 0, pointThreshold: 1_000 }))
  await renderAt(CHECKOUT)

  expect(await screen.findByText('보유 300포인트 · 1,000포인트부터 사용할 수 있습니다.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('points that are switched off are not mentioned', async () => {
  quotes(() => ({ pointBalance: 5_000, pointLimit: 5_000 }))
  shop.use(configIs({ pointYn: 'N' }))
  await renderAt(CHECKOUT)

  expect(await summary().findByText('30,000원 + 3,000원')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '전액 사용' })).toBeNull()
})

test('an order paid with points alone goes straight to its result, and is placed once', async () => {
  quotes(({ points = 0 }) => ({ pointBalance: 40_000, pointLimit: 33_000, amount: 33_000 - points }))
  const orders = acceptOrders({ state: 'paid', amount: 0, payMethod: 'points' })
  await renderAt(CHECKOUT)
  await userEvent.click(await screen.findByRole('button', { name: '전액 사용' }))
  expect(await screen.findByText(/결제수단을 고르지 않으셔도 됩니다/)).toBeTruthy()

  await userEvent.click(screen.getByRole('checkbox', { name: /이용약관/ }))
  await userEvent.dblClick(screen.getByRole('button', { name: '33,000포인트로 결제하기' }))

  expect(await screen.findByRole('heading', { name: '결제가 완료되었습니다' })).toBeTruthy()
  expect(address()).toBe(`${CHECKOUT}/success?orderId=${ORDER}`)
  expect(orders.map(({ points }) => points)).toEqual([33_000])
  expect(requestPayment).not.toHaveBeenCalled()
})

test('points may be spent when no answer comes, so it is not said that nothing was paid', async () => {
  quotes(({ points = 0 }) => ({ pointBalance: 40_000, pointLimit: 33_000, amount: 33_000 - points }))
  shop.use(http.post('/api/v1/orders', () => refuse(503, 'unavailable', '잠시 후 다시 시도해 주세요.')))
  await renderAt(CHECKOUT)
  await userEvent.click(await screen.findByRole('button', { name: '전액 사용' }))

  await userEvent.click(screen.getByRole('checkbox', { name: /이용약관/ }))
  await userEvent.click(await screen.findByRole('button', { name: '33,000포인트로 결제하기' }))

  expect((await screen.findByRole('alert')).textContent).toBe('잠시 후 다시 시도해 주세요.')
})

test('the quantity discount is shown before the server has answered', async () => {
  shop.use(http.post('/api/v1/orders/quote', () => HttpResponse.error()))
  shop.use(plansAre([aPlan({ quantityDiscounts: [{ minQuantity: 3, percent: 10 }] })]))
  await renderAt(`${CHECKOUT}?quantity=2`)
  expect(screen.getByText('3개부터 10% 할인됩니다.')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: '수량 늘리기' }))

  expect(screen.getByText('수량 할인 10%가 적용되었습니다.')).toBeTruthy()
  expect(screen.getByRole('button', { name: '89,100원 결제하기' })).toBeTruthy()
  expect(location.search).toContain('quantity=3')
})

test('a virtual account for more addresses than may wait for a deposit is refused where it is chosen', async () => {
  quotes(({ payMethod }) => ({ quantityLimit: payMethod === 'virtualAccount' ? 3 : 20 }))
  const warning = /이 결제수단으로는 지금 3개까지 주문할 수 있습니다/
  await renderAt(`${CHECKOUT}?quantity=4`)
  await screen.findByText(/^공급가액/)
  expect(screen.queryByText(warning)).toBeNull()

  await userEvent.click(screen.getByRole('radio', { name: /^가상계좌/ }))
  expect(await screen.findByText(warning)).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: '수량 줄이기' }))
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
})

test('a changed price is pointed out before it is paid', async () => {
  quotes(() => ({ amount: 35_000 }))
  await renderAt(CHECKOUT)

  expect(await screen.findByText(/결제 금액이 33,000원에서 35,000원으로 변경되었습니다/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '35,000원 결제하기' })).toBeTruthy()
})

test('an expired quote is renewed, and the new amount is pointed out', async () => {
  let amount = 33_000
  quotes(() => ({ amount }))
  shop.use(
    http.post('/api/v1/orders', () => {
      amount = 36_000
      return refuse(409, 'quote_expired', '안내해 드린 금액의 유효 시간(15분)이 지났습니다.')
    }),
  )
  await renderAt(CHECKOUT)
  await press('33,000원 결제하기')

  expect(await screen.findByText('안내해 드린 금액의 유효 시간(15분)이 지났습니다.')).toBeTruthy()
  expect(await screen.findByText(/33,000원에서 36,000원으로 변경되었습니다/)).toBeTruthy()
})

test('single and recurring payment are offered side by side', async () => {
  await renderAt(CHECKOUT)

  const links = within(screen.getByRole('navigation', { name: '결제 방식' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `${CHECKOUT}?planId=1&months=1`,
    `${BILLING}?planId=1&months=1`,
  ])
})

test('a recurring payment is explained beforehand, and the registered card is preselected', async () => {
  shop.use(http.get('/api/v1/billing-methods', () => answer([aCard()])))
  await renderAt(BILLING)

  const terms = within(screen.getByRole('region', { name: '정기결제는 이렇게 진행됩니다' }))
  const charge = await terms.findByText(/2026.12.20 오전 9시에/)
  expect(charge.textContent).toContain('2026.12.20 오전 9시에 33,000원을')
  const cancelling = terms.getByText(/결제수단 관리에서 언제든 바로 해지합니다/)
  for (const inSight of [charge, cancelling]) expect(inSight.closest('details')).toBeNull()
  expect(isOn(/^신한카드/)).toBe(true)
  expect(isOn(/^새 카드 등록/)).toBe(false)
})

test('a registered card is charged without a payment window', async () => {
  const orders = acceptOrders()
  const charged: unknown[] = []
  shop.use(
    http.get('/api/v1/billing-methods', () => answer([aCard()])),
    http.post('/api/v1/subscriptions', async ({ request }) => {
      charged.push(await request.json())
      return answer(anOrder({ subscriptionId: 9, paymentType: 'billing' }))
    }),
  )
  await renderAt(BILLING)
  await press('33,000원 결제하기')

  expect(await screen.findByRole('heading', { name: '정기결제가 시작되었습니다' })).toBeTruthy()
  expect(screen.getByText(/다음 결제일은 2026.12.20 오전 9시입니다/)).toBeTruthy()
  expect(orders[0]).toMatchObject({ paymentType: 'billing', points: 0, cashReceipt: 'none' })
  expect(charged).toEqual([{ orderId: ORDER, billingMethodId: 3 }])
})

test('without a card a new one is registered, with the keys for recurring payments', async () => {
  acceptOrders()
  await renderAt(BILLING)
  expect(screen.queryByRole('group', { name: '결제할 카드' })).toBeNull() // nothing to choose from
  await press('33,000원 결제하기')

  await waitFor(() => expect(requestBillingAuth).toHaveBeenCalledOnce())
  expect(requestBillingAuth).toHaveBeenCalledWith(
    'test_ck_2',
    expect.objectContaining({
      method: 'CARD',
      successUrl: `http://shop.test${BILLING}/success?orderId=${ORDER}`,
      failUrl: `http://shop.test${BILLING}/fail?orderId=${ORDER}`,
    }),
  )
})

test('a new card can be chosen beside the registered one', async () => {
  acceptOrders()
  shop.use(http.get('/api/v1/billing-methods', () => answer([aCard()])))
  await renderAt(BILLING)
  await choose(/^새 카드 등록/)
  await press('33,000원 결제하기')

  await waitFor(() => expect(requestBillingAuth).toHaveBeenCalledOnce())
})

test('a renewal shows its service and new end, and has no quantity', async () => {
  const orders = acceptOrders()
  quotes(({ serviceId }) => (serviceId ? { periodFrom: '2026-12-21', periodUntil: '2027-01-20' } : {}))
  await renderAt(`${CHECKOUT}?serviceId=5`)

  expect(screen.getByRole('heading', { name: '고정 IP VPN 연장' })).toBeTruthy()
  const service = within(screen.getByRole('region', { name: '연장할 상품' }))
  expect(service.getByText('203.0.113.10')).toBeTruthy()
  expect(await service.findByText('2027.01.20까지')).toBeTruthy()
  expect(screen.queryByRole('group', { name: '수량' })).toBeNull()
  await press('33,000원 결제하기')
  await waitFor(() => expect(orders[0]).toMatchObject({ serviceId: 5, quantity: 1, planId: 1 }))
})

test('a service can be renewed even if its plan is no longer on sale', async () => {
  const orders = acceptOrders()
  shop.use(plansAre([]))
  await renderAt(`${CHECKOUT}?serviceId=5`)

  await press('33,000원 결제하기')
  await waitFor(() => expect(orders[0]).toMatchObject({ serviceId: 5, planId: 1 }))
})

test('a service is not renewed at the checkout of another kind', async () => {
  shop.use(http.get('/api/v1/services/:id/plan', () => answer(aPlan({ kind: 'dynamic' }))))
  await renderAt(`${CHECKOUT}?serviceId=5`)

  expect(screen.getByText(/연장할 수 없는 상품입니다/)).toBeTruthy()
})

test('a service with a recurring payment is not renewed by hand', async () => {
  shop.use(http.get('/api/v1/services/:id', () => answer(aService({ mayRenew: false, subscriptionId: 9 }))))
  await renderAt(`${CHECKOUT}?serviceId=5`)

  expect(screen.getByText('정기결제로 자동 연장되는 상품입니다.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /결제하기/ })).toBeNull()
})

test('tickets are sold by the piece, with neither carrier nor recurring payment', async () => {
  shop.use(configIs({ ticketYn: 'Y' }))
  shop.use(
    plansAre([
      aPlan({
        kind: 'ticket',
        name: 'IP 교체권',
        carrier: '',
        region: '',
        stock: null,
        prices: [aPrice(12, 5_500)],
      }),
    ]),
  )
  quotes(({ quantity = 1 }) => ({ amount: 5_500 * quantity, stock: null, planKind: 'ticket' }))
  await renderAt('/ip-ticket/payment?quantity=2')

  expect(screen.getByRole('heading', { name: 'IP 교체권 구매' })).toBeTruthy()
  expect(summary().getByText('2장')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '11,000원 결제하기' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: '결제 방식' })).toBeNull()
})

test('a service that ran out is renewed from now on, not after days that are left', async () => {
  const endsAt = '2026-11-19T15:00:00Z'
  shop.use(http.get('/api/v1/services/:id', () => answer(aService({ state: 'expired', endsAt }))))
  await renderAt(`${CHECKOUT}?serviceId=5`)

  const service = within(screen.getByRole('region', { name: '연장할 상품' }))
  expect(await service.findByText(/이용 기간이 2026.11.19에 끝났습니다/)).toBeTruthy()
  expect(screen.queryByText(/남은 기간/)).toBeNull()
})

test('a device whose service is over pays by points, and by other ways once its VPN is off', async () => {
  let waiting = true
  shop.use(http.get('/api/v1/services/connection', () => answer({ connected: false, waiting })))
  const orders = acceptOrders()
  await renderAt(`${CHECKOUT}?serviceId=5`)

  expect(await screen.findByText(/VPN을 끈 뒤 결제해 주세요. 끄시면/)).toBeTruthy()
  // On a phone the pay button is two screens below that.
  expect(summary().getByText('VPN을 끈 뒤 결제해 주세요.')).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /계좌이체/ })).toBeNull()
  expect(screen.getByRole('button', { name: '33,000원 결제하기' })).toHaveProperty('disabled', true)

  waiting = false
  await waitFor(() => expect(screen.getByRole('radio', { name: /계좌이체/ })).toBeTruthy(), {
    timeout: 8_000,
  })
  await press('33,000원 결제하기')
  await waitFor(() => expect(orders).toHaveLength(1))
}, 12_000)
