import { expect, test } from 'vitest'
import { aPlan, aPrice } from '../../tests/builders'
import { type Choice, checkoutPath } from './checkout-path'
import { choiceIn } from './choice'
import { purchaseAt, tillAt, tillOf } from './paths'

const DEFAULTS: Pick<Choice, 'quantity' | 'payMethod' | 'points' | 'cashReceipt'> = {
  quantity: 1,
  payMethod: 'card',
  points: 0,
  cashReceipt: 'none',
}

const plans = [aPlan({ id: 1, stock: 0 }), aPlan({ id: 2 }), aPlan({ id: 3, prices: [aPrice(6, 178_000)] })]

test.each([
  ['?planId=2&months=3', { planId: 2, months: 3 }],
  ['?planId=3&months=3', { planId: 3, months: 6 }],
  ['?planId=99&months=12', { planId: 99, months: 12 }],
  ['?planId=1&months=1', { planId: 1, months: 1 }],
  ['', { planId: 2, months: 1 }],
  [
    '?quantity=3&payMethod=transfer&cashReceipt=income&points=500',
    {
      planId: 2,
      months: 1,
      quantity: 3,
      payMethod: 'transfer',
      cashReceipt: 'income',
      points: 500,
    },
  ],
  ['?quantity=99&payMethod=cash&cashReceipt=yes&points=-5', { planId: 2, months: 1, quantity: 20 }],
])('%s chooses %j', (search, choice) => {
  expect(choiceIn(new URLSearchParams(search), plans)).toEqual({ ...DEFAULTS, ...choice })
})

test('nothing is chosen when nothing is on sale', () => {
  expect(choiceIn(new URLSearchParams(), [])).toBeNull()
  expect(choiceIn(new URLSearchParams(), [aPlan({ prices: [] })])).toBeNull()
})

test('the address of a checkout carries the choice without default values', () => {
  const till = tillOf('static', 'normal')
  expect(checkoutPath(till, { ...DEFAULTS, planId: 2, months: 3 })).toBe(
    '/static-ip/payment/normal?planId=2&months=3',
  )
  expect(checkoutPath(till, { planId: 2, quantity: 2, payMethod: 'transfer' })).toBe(
    '/static-ip/payment/normal?planId=2&quantity=2&payMethod=transfer',
  )
  expect(checkoutPath(till, {})).toBe('/static-ip/payment/normal')
})

test.each([
  ['/static-ip/payment/normal', 'static', 'normal'],
  ['/static-ip/payment/billing/success', 'static', 'billing'],
  ['/dynamic-ip/payment/normal/fail', 'dynamic', 'normal'],
  ['/dynamic-ip/payment/billing', 'dynamic', 'billing'],
  ['/ip-ticket/payment/success', 'ticket', 'normal'],
] as const)('%s is the checkout for %s goods with %s payment', (path, kind, paymentType) => {
  expect(tillAt(path)).toEqual(tillOf(kind, paymentType))
  expect(path.startsWith(tillAt(path).path)).toBe(true)
})

test.each([
  ['/static-ip/payment/normal?planId=2&months=3', 'static'],
  ['/ip-ticket/payment', 'ticket'],
  ['/static-ip/payment/normal?serviceId=5', null],
  ['/static-ip/payment/normal/success?orderId=1', null],
  ['/mypage/service-status/normal', null],
  ['/', null],
])('%s leads to the purchase of: %j', (address, kind) => {
  expect(purchaseAt(address)?.till.kind ?? null).toBe(kind)
})
