import { screen } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { type aConfig, aMember, anAgreement, aPlan, aPrice, aQuote } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, configIs, memberIs, plansAre, shop } from '../../tests/shop'

/** The pages that state the refund terms as set. The product pages show the operator's own texts instead. */
const PLACES = [
  ['/static-ip/payment/normal', 'static'],
  ['/static-ip/payment/billing', 'static'],
  ['/dynamic-ip/payment/normal', 'dynamic'],
  ['/ip-ticket/payment', 'ticket'],
] as const

/** What each of these pages must say under each setting, and what it must not say. */
const TERMS = [
  {
    set: { refundMode: 'law', refundPenaltyPercent: 0 },
    required: /위약금 없이/,
    forbidden: /위약금 \d+%|시작한 뒤에는 환불되지 않습니다/,
  },
  {
    set: { refundMode: 'law', refundPenaltyPercent: 10 },
    required: /위약금 10%/,
    forbidden: /시작한 뒤에는 환불되지 않습니다/,
  },
  {
    set: { refundMode: 'owner', refundPenaltyPercent: 10 },
    required: /시작한 뒤에는 환불되지 않습니다/,
    forbidden: /위약금 (?:없이|\d+%)|7일이 지난 뒤에도|7일 안에|하루 단위|중도 해지할 수|남은 장수만큼/,
  },
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

for (const { set, required, forbidden } of TERMS)
  test.each(PLACES)(
    `${set.refundMode} with ${set.refundPenaltyPercent} percent: %s states these terms`,
    async (path, kind) => {
      sells(kind, set)
      await renderAt(path)
      await screen.findByRole('heading', { level: 1 })

      expect(document.body.textContent).toMatch(required)
      expect(document.body.textContent).not.toMatch(forbidden)
    },
  )

test.each([
  [3, '결제한 기간이 끝나도 3일 동안은 계속 이용하실 수 있고'],
  [0, '결제한 기간이 끝날 때까지 결제되지 않으면 이용이 정지됩니다.'],
])('with %i days of grace, the checkout of a recurring payment says so', async (graceDays, sentence) => {
  sells('static', { graceDays })
  await renderAt('/static-ip/payment/billing')

  expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
})
