import { screen } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { type aConfig, aMember, anAgreement, aPlan, aPrice, aQuote } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, configIs, memberIs, plansAre, shop } from '../../tests/shop'

/** The pages that state the refund rule. Product pages have it in the operator's texts, as a placeholder. */
const PLACES = [
  ['/static-ip/payment/normal', 'static'],
  ['/static-ip/payment/billing', 'static'],
  ['/dynamic-ip/payment/normal', 'dynamic'],
  ['/ip-ticket/payment', 'ticket'],
] as const

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => undefined // jsdom has no layout to scroll
})

function sells(kind: 'static' | 'dynamic' | 'ticket', set: Partial<ReturnType<typeof aConfig>>) {
  const plan = aPlan({ kind, ...(kind === 'ticket' && { prices: [aPrice(12, 5_500)] }) })
  shop.use(
    memberIs(aMember()),
    configIs({ dynmYn: 'Y', ticketYn: 'Y', ...set }),
    plansAre([plan]),
    http.get('/api/v1/agreements', () => answer([anAgreement()])),
    http.get('/api/v1/billing-methods', () => answer([])),
    http.get('/api/v1/pg/toss', () => answer([])),
    http.post('/api/v1/orders/quote', () => answer(aQuote())),
  )
}

test.each(PLACES)('%s says the refund rule in the words of the published texts', async (path, kind) => {
  const said = { refundRule: '서비스의 환불 문장', ticketRefundRule: '교체권의 환불 문장' }
  sells(kind, said)
  await renderAt(path)
  await screen.findByRole('heading', { level: 1 })

  const [own, other] =
    kind === 'ticket' ? [said.ticketRefundRule, said.refundRule] : [said.refundRule, said.ticketRefundRule]
  expect(document.body.textContent).toContain(own)
  expect(document.body.textContent).not.toContain(other)
})

test.each([
  [
    3,
    '결제한 기간이 끝나도 3일 동안은 계속 이용하실 수 있고.*미납으로 .*회원과 카드에는 이 기간을 드리지 않습니다',
  ],
  [0, '결제한 기간이 끝날 때까지 결제되지 않으면 이용이 정지됩니다.'],
])('with %i days of grace, the checkout of a recurring payment says so', async (graceDays, sentence) => {
  sells('static', { graceDays })
  await renderAt('/static-ip/payment/billing')

  expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
})
