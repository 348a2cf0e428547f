import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  aConfig,
  aMember,
  anAgreement,
  anOpenOrder,
  anOrder,
  aPlan,
  aPrice,
  aQuote,
} from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, openOrdersAre, plansAre, refuse, shop, troublesAre } from '../../tests/shop'
import { lastOrder } from './last-order'

const CHECKOUT = '/static-ip/payment/normal'
const DOCUMENTS = [
  anAgreement({ key: 'order-confirm', version: '1', title: '주문 내용을 확인하였습니다' }),
  anAgreement({
    key: 'withdrawal-limit',
    version: '2',
    title: '청약철회 제한을 확인하였습니다',
    body: '즉시 시작됩니다.',
  }),
]
const PLACED = {
  orderId: '20261120-ABCDEFGHJK',
  amount: 33_000,
  orderName: '고정 IP VPN 1개월',
  customerKey: '0b8f2a34-0000-4000-8000-000000000000',
  customerName: '홍길동',
  customerEmail: 'hong@mail.test',
  holdUntil: '2026-11-20T05:20:00Z',
  state: 'awaiting_payment',
  payMethod: 'card',
  cashReceipt: 'none',
  depositHours: 24,
}

const requestPayment = vi.fn()
const summary = () => within(screen.getByRole('complementary', { name: '주문 확인' }))
const pay = (amount = '33,000원') =>
  userEvent.click(screen.getByRole('button', { name: `${amount} 결제하기` }))

async function agree() {
  for (const name of [/주문 내용/, /청약철회 제한/])
    await userEvent.click(screen.getByRole('checkbox', { name }))
}

/** Accepts orders and failure reports as the server does, and returns the lists of what was sent. */
function acceptOrders(placed = PLACED) {
  const orders: unknown[] = []
  const failures: unknown[] = []
  shop.use(
    http.post('/api/v1/orders', async ({ request }) => {
      orders.push(await request.json())
      return answer(placed, 201)
    }),
    http.post('/api/v1/payments/fail', async ({ request }) => {
      const report = (await request.json()) as { code: string }
      failures.push(report)
      const failure = { code: report.code, detail: '결제를 취소하셨습니다. 금액은 청구되지 않았습니다.' }
      return answer(anOrder({ state: 'failed', failure }))
    }),
  )
  return { orders, failures }
}

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => undefined // jsdom has no layout to scroll
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/agreements', () => answer(DOCUMENTS)),
    http.get('/api/v1/pg/toss', () =>
      answer([{ pgType: 'normal', clientKey: 'test_ck_1', sdkUrl: 'http://sdk.test/v2' }]),
    ),
    http.post('/api/v1/orders/quote', async ({ request }) => {
      const { months } = (await request.json()) as { months: number }
      const quote = months === 1 ? aQuote() : aQuote({ months, amount: 94_000, periodUntil: '2027-02-20' })
      return answer({ ...quote })
    }),
  )
  // The official SDK uses an existing `TossPayments` instead of loading the provider's script.
  Object.assign(window, { TossPayments: () => ({ payment: () => ({ requestPayment }) }) })
  requestPayment.mockImplementation(() => new Promise(() => undefined)) // the buyer has left the page
})
afterEach(() => {
  requestPayment.mockReset()
  Reflect.deleteProperty(window, 'TossPayments')
  window.history.replaceState(null, '', '/')
})

test('the summary itemises the price and names the period', async () => {
  await renderAt(`${CHECKOUT}?planId=1&months=1`)

  expect(await summary().findByText(/2026.11.20 ~ 2026.12.20/)).toBeTruthy()
  expect(summary().getByText('30,000원 + 3,000원')).toBeTruthy()
  expect(summary().getByText('3,300포인트')).toBeTruthy()
})

test('a period that begins with a deposit is named by no dates, which a later deposit would belie', async () => {
  await renderAt(`${CHECKOUT}?planId=1&months=3&payMethod=virtualAccount`)

  await screen.findByRole('button', { name: /94,000원/ })
  expect(summary().getByText('입금이 확인된 날부터 3개월')).toBeTruthy()
  expect(summary().queryByText(/~/)).toBeNull()
})

test('the summary says how many devices may be connected at once, and which stops', async () => {
  await renderAt(`${CHECKOUT}?planId=1&months=1`)

  expect(summary().getByText(/3대 등록 · 동시 1대/)).toBeTruthy()
  expect(summary().getByText('새 기기를 연결하면 먼저 연결한 기기가 멈춥니다.')).toBeTruthy()
})

test('the information required before payment is shown', async () => {
  await renderAt(CHECKOUT)

  const { bizNm, bizLic, ecLic } = aConfig()
  for (const text of [bizNm, bizLic, ecLic, 'WireGuard', '3영업일'])
    expect(screen.getAllByText(new RegExp(text)).length).toBeGreaterThan(0)
  expect(screen.getByText('즉시 시작됩니다.')).toBeTruthy()
})

test('the choice is read from the address, and a new choice is written to it', async () => {
  await renderAt(`${CHECKOUT}?planId=1&months=3`)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^3개월/ }).checked).toBe(true)
  expect(await screen.findByRole('button', { name: '94,000원 결제하기' })).toBeTruthy()

  await userEvent.click(screen.getByRole('radio', { name: /^1개월/ }))

  expect(screen.getByRole('button', { name: '33,000원 결제하기' })).toBeTruthy()
  expect(location.search).toBe('?planId=1&months=1')
})

test('what was chosen is one folded line, and the total stands beside the button', async () => {
  shop.use(http.post('/api/v1/orders/quote', () => answer(aQuote({ months: 3, amount: 188_000 }))))
  await renderAt(`${CHECKOUT}?planId=1&months=3&quantity=2`)

  const chosen = screen.getByRole('region', { name: '선택한 상품' })
  expect(within(chosen).getByText('고정 IP VPN · 3개월 · 2개')).toBeTruthy()
  expect(within(chosen).getByText('변경').closest('details')?.open).toBe(false)
  const bar = screen.getByRole('button', { name: /결제하기/ }).closest('[data-bottom-bar]') as HTMLElement
  expect(bar.textContent).toContain('결제 금액 (부가세 포함)')
  expect(within(bar).getByText('188,000')).toBeTruthy()
})

test('the footer is short and keeps every fact that the law asks for', async () => {
  await renderAt(CHECKOUT)

  const footer = screen.getByRole('contentinfo').textContent
  const { bizNm, ceo, bizLoc, bizLic, ecLic, tel, siteMail, hostingProvider } = aConfig()
  for (const fact of [bizNm, ceo, bizLoc, bizLic, ecLic, tel, siteMail, hostingProvider])
    expect(footer).toContain(fact)
})

test('the refund rule and every consent with its text are in sight', async () => {
  await renderAt(CHECKOUT)

  for (const text of [/이용하지 않은 기간의 요금을 돌려드립니다/, '즉시 시작됩니다.'])
    expect(screen.getByText(text).closest('details')).toBeNull()
  for (const box of screen.getAllByRole('checkbox')) expect(box.closest('details')).toBeNull()
})

test('paying places the chosen order and opens the payment window for it', async () => {
  const { orders } = acceptOrders()
  await renderAt(`${CHECKOUT}?planId=1&months=1`)

  await agree()
  await pay()

  await waitFor(() => expect(requestPayment).toHaveBeenCalledOnce())
  expect(orders).toEqual([
    {
      planId: 1,
      months: 1,
      quantity: 1,
      points: 0,
      paymentType: 'normal',
      payMethod: 'card',
      cashReceipt: 'none',
      quote: aQuote().quote,
      agreements: [
        { key: 'order-confirm', version: '1' },
        { key: 'withdrawal-limit', version: '2' },
      ],
    },
  ])
  expect(requestPayment.mock.calls[0]?.[0]).toMatchObject({
    method: 'CARD',
    amount: { currency: 'KRW', value: 33_000 },
    orderId: PLACED.orderId,
    orderName: PLACED.orderName,
    customerName: '홍길동',
    customerEmail: 'hong@mail.test',
    successUrl: 'http://shop.test/static-ip/payment/normal/success',
    failUrl: 'http://shop.test/static-ip/payment/normal/fail',
  })
  expect(lastOrder.get()).toMatchObject({ planId: 1, months: 1, orderId: PLACED.orderId })
})

test('nothing is ordered until both boxes are ticked, and none is ticked beforehand', async () => {
  const { orders } = acceptOrders()
  await renderAt(CHECKOUT)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false])

  await userEvent.click(screen.getByRole('checkbox', { name: /청약철회/ }))
  await pay()

  expect(screen.getByRole('alert').textContent).toBe('필수 항목에 동의해 주세요.')
  expect(document.activeElement).toBe(boxes[0])
  expect(orders).toEqual([])
})

test('an amount other than the one on the button is not paid', async () => {
  const { failures } = acceptOrders({ ...PLACED, amount: 44_000 })
  await renderAt(CHECKOUT)

  await agree()
  await pay()

  expect((await screen.findByRole('alert')).textContent).toContain('결제 금액이 변경되었습니다')
  expect(failures).toEqual([{ orderId: PLACED.orderId, code: 'PRICE_CHANGED' }])
  expect(requestPayment).not.toHaveBeenCalled()
})

test('closing the window releases the address and keeps the form as it was', async () => {
  const { failures } = acceptOrders()
  requestPayment.mockRejectedValue(Object.assign(new Error('닫음'), { code: 'USER_CANCEL' }))
  await renderAt(CHECKOUT)

  await agree()
  await pay()

  expect(await screen.findByText('결제를 취소하셨습니다. 금액은 청구되지 않았습니다.')).toBeTruthy()
  expect(failures).toEqual([{ orderId: PLACED.orderId, code: 'USER_CANCEL' }])
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /결제하기/ }).disabled).toBe(false)
})

test('if the window cannot be opened, the page says what to do', async () => {
  acceptOrders()
  requestPayment.mockRejectedValue(new Error('blocked'))
  await renderAt(CHECKOUT)

  await agree()
  await pay()

  expect((await screen.findByRole('alert')).textContent).toContain('결제창을 열지 못했습니다')
})

test('if the shop cannot be reached, the page says that nothing was paid', async () => {
  shop.use(http.post('/api/v1/orders', () => refuse(503, 'unavailable', '잠시 후 다시 시도해 주세요.')))
  await renderAt(CHECKOUT)

  await agree()
  await pay()

  expect((await screen.findByRole('alert')).textContent).toBe(
    '이번 주문은 결제되지 않았습니다. 잠시 후 다시 시도해 주세요.',
  )
})

test('if the plan sells out meanwhile, the page says so and whom to call', async () => {
  shop.use(http.post('/api/v1/orders', () => refuse(409, 'sold_out', '현재 배정 가능한 IP가 없습니다.')))
  await renderAt(CHECKOUT)

  await agree()
  await pay()

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('현재 배정 가능한 IP가 없습니다')
  expect(within(alert).getByRole('link').getAttribute('href')).toBe('tel:16000000')
})

test('if the plan is sold out from the start, the button is disabled', async () => {
  shop.use(
    plansAre([aPlan({ stock: 0 })]),
    http.post('/api/v1/orders/quote', () => answer(aQuote({ stock: 0 }))),
  )
  await renderAt(CHECKOUT)

  expect(screen.getByRole<HTMLButtonElement>('button', { name: '품절' }).disabled).toBe(true)
})

test('the last address can be paid by whose unpaid order holds it, though the list of plans has none', async () => {
  shop.use(
    plansAre([aPlan({ stock: 0 })]),
    http.post('/api/v1/orders/quote', () => answer(aQuote({ stock: 1 }))),
  )

  await renderAt(`${CHECKOUT}?planId=1&months=1`)

  expect(await screen.findByRole('button', { name: '33,000원 결제하기' })).toBeTruthy()
})

test('the refusal of a consent whose text has changed is shown at its box, which gets the focus', async () => {
  const fields = [
    { name: 'agreements.order-confirm', code: 'outdated', detail: '동의 문서가 변경되었습니다.' },
  ]
  shop.use(http.post('/api/v1/orders', () => refuse(422, 'invalid_fields', '확인해 주세요.', fields)))
  await renderAt(CHECKOUT)

  await agree()
  await pay()

  expect(await screen.findByText('동의 문서가 변경되었습니다.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /주문 내용/ }))
})

test('when the text of a consent is replaced, its box is empty again', async () => {
  const published = DOCUMENTS.map((one) => ({ ...one, version: `${one.version}.1`, body: '바뀐 글입니다.' }))
  shop.use(http.post('/api/v1/orders', () => refuse(422, 'invalid_fields', '확인해 주세요.', [])))
  await renderAt(CHECKOUT)
  await agree()
  shop.use(http.get('/api/v1/agreements', () => answer(published)))

  await pay()

  expect(await screen.findAllByText('바뀐 글입니다.')).toHaveLength(2)
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false)
})

test('if the chosen plan is withdrawn, the page says so and the buyer chooses another', async () => {
  const plans = [aPlan(), aPlan({ id: 2, carrier: 'LG U+' })]
  shop.use(
    plansAre(plans),
    http.post('/api/v1/orders', () => refuse(422, 'invalid_fields', '확인해 주세요.', [])),
  )
  await renderAt(`${CHECKOUT}?planId=1&months=1`)
  await agree()
  shop.use(plansAre(plans.slice(1)))

  await pay()

  expect(await screen.findByText(/판매가 종료되었습니다/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '다른 상품 선택하기' }))
  expect(await screen.findByRole('button', { name: '33,000원 결제하기' })).toBeTruthy()
  expect(location.search).toBe('?planId=2&months=1')
})

test('no other plan is chosen if the address names one that is no longer sold', async () => {
  await renderAt(`${CHECKOUT}?planId=99&months=1`)

  expect(screen.getByRole('alert').textContent).toContain('판매가 종료되었습니다')
  expect(screen.queryByRole('button', { name: /결제하기/ })).toBeNull()
})

test('with nothing on sale, the page says so', async () => {
  shop.use(plansAre([]))
  await renderAt(CHECKOUT)

  expect(screen.getByText('지금은 판매 중인 상품이 없습니다.')).toBeTruthy()
})

test('a plan that is not sold for the chosen period falls back to a period of its own', async () => {
  const plans = [aPlan(), aPlan({ id: 2, carrier: 'LG U+', prices: [aPrice(6, 178_000)] })]
  shop.use(plansAre(plans))
  await renderAt(`${CHECKOUT}?planId=1&months=1`)

  await userEvent.click(screen.getByRole('radio', { name: /LG U\+/ }))

  expect(location.search).toBe('?planId=2&months=6')
})

test('the checkout says what is wrong with paying, and nothing of other parts', async () => {
  shop.use(
    troublesAre([
      { parts: ['payment'], state: 'degraded', title: '결제', words: '결제 확인이 늦어지고 있습니다.' },
      { parts: ['gateways'], state: 'degraded', title: 'VPN 연결 · 부산', words: '살펴보고 있습니다.' },
    ]),
  )

  await renderAt(CHECKOUT)

  const told = screen.getByRole('region', { name: '서비스 상태 안내' })
  expect(told.textContent).toContain('결제 확인이 늦어지고 있습니다.')
  expect(told.textContent).not.toContain('부산')
})

test.each([
  ['awaiting_payment', '결제하지 않은 고정 IP VPN 1개월 주문이 있습니다. 14:20까지 결제할 수 있습니다.'],
  [
    'confirming',
    '고정 IP VPN 1개월 결제를 확인하고 있습니다. 14:20까지 결과를 알려 드립니다. 다시 결제하지 않으셔도 됩니다.',
  ],
  [
    'awaiting_deposit',
    '입금을 기다리는 고정 IP VPN 1개월 주문이 있습니다. 2026.11.20 14:20까지 33,000원을 입금해 주세요.',
  ],
] as const)('an order that is %s is shown with its deadline', async (state, sentence) => {
  shop.use(openOrdersAre([anOpenOrder({ state })]))
  await renderAt(CHECKOUT)

  const notes = within(screen.getByRole('region', { name: '진행 중인 주문' }))

  expect(notes.getByText(sentence, { exact: false })).toBeTruthy()
  expect(notes.getByRole('link', { name: '주문 보기' }).getAttribute('href')).toContain('20261120-ABCDEFGHJK')
})

test.each(['confirming', 'awaiting_deposit', 'paid'] as const)(
  'who pays again while an order of the same product is %s is asked once',
  async (state) => {
    const { orders } = acceptOrders()
    await renderAt(CHECKOUT)
    await agree()
    // Only the server knows it: another tab, or another device, has gone on.
    shop.use(openOrdersAre([anOpenOrder({ state })]))

    await pay()
    const dialog = within(await screen.findByRole('dialog', { name: '한 번 더 결제할까요?' }))
    expect(orders).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: '취소' }))
    expect(orders).toHaveLength(0)

    await pay()
    await userEvent.click(await screen.findByRole('button', { name: '한 번 더 결제' }))
    await waitFor(() => expect(orders).toHaveLength(1))
  },
)

test('who pays again for several is told how many more', async () => {
  await renderAt(`${CHECKOUT}?quantity=3`)
  await agree()
  shop.use(openOrdersAre([anOpenOrder({ state: 'paid' })]))

  await userEvent.click(await screen.findByRole('button', { name: /결제하기/ }))

  expect(await screen.findByText(/같은 상품을 3개 더 사게 됩니다/)).toBeTruthy()
})

test.each([
  ['of another product', { planId: 9, state: 'confirming' }],
  ['that waits for payment, which the next one replaces', { state: 'awaiting_payment' }],
  ['that renews a service', { serviceId: 4, state: 'confirming' }],
] as const)('nobody is asked about an order %s', async (_, differs) => {
  const { orders } = acceptOrders()
  shop.use(openOrdersAre([anOpenOrder(differs)]))
  await renderAt(CHECKOUT)
  await agree()

  await pay()

  await waitFor(() => expect(orders).toHaveLength(1))
})

test('a checkout says that the same was paid in another tab, and leads to the service', async () => {
  await renderAt(CHECKOUT)
  shop.use(openOrdersAre([anOpenOrder({ state: 'paid', until: null })]))

  window.dispatchEvent(new StorageEvent('storage', { key: 'ieum:orders' }))

  expect(
    await screen.findByText('고정 IP VPN 1개월을 다른 창에서 결제하셨습니다.', { exact: false }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: '이용현황 보기' }).getAttribute('href')).toContain(
    '/mypage/service-status',
  )
})

test('what was paid before the checkout was opened is no news', async () => {
  shop.use(openOrdersAre([anOpenOrder({ state: 'paid', until: null })]))

  await renderAt(CHECKOUT)

  expect(screen.queryByRole('region', { name: '진행 중인 주문' })).toBeNull()
})

test('who has paid before may choose as many as they may hold by card', async () => {
  shop.use(plansAre([aPlan({ maxQuantity: 5, maxQuantityOfRegulars: 12 })]), openOrdersAre([], true))

  await renderAt(`${CHECKOUT}?quantity=10`)

  expect(summary().getByText('10개')).toBeTruthy()
})

test('no translator writes the amount on the pay button anew', async () => {
  await renderAt('/static-ip/payment/normal')

  const button = await screen.findByRole('button', { name: '33,000원 결제하기' })

  expect(button.querySelector('[translate=no]')?.textContent).toBe('33,000원')
})

test('a payment that is refused asks again who is logged in: another member has the page loaded anew', async () => {
  let asked = 0
  shop.use(
    http.get('/api/v1/member', () => {
      asked += 1
      return answer(aMember())
    }),
    http.post('/api/v1/orders', () => refuse(409, 'quote_expired', '다시 계산된 금액을 확인해 주세요.')),
  )
  await renderAt(`${CHECKOUT}?planId=1&months=1`)
  await agree()
  const before = asked

  await pay()

  await screen.findByText('다시 계산된 금액을 확인해 주세요.')
  await waitFor(() => expect(asked).toBe(before + 1))
})
