import { expect, test } from 'vitest'
import { aPlan, aPrice } from '../../tests/builders'
import { checkoutPath, choiceIn } from './choice'

const plans = [aPlan({ id: 1, stock: 0 }), aPlan({ id: 2 }), aPlan({ id: 3, prices: [aPrice(6, 178_000)] })]

test.each([
  ['?planId=2&months=3', { planId: 2, months: 3 }],
  ['?planId=3&months=3', { planId: 3, months: 6 }],
  ['?planId=99&months=12', { planId: 2, months: 12 }],
  ['?planId=1&months=1', { planId: 1, months: 1 }],
  ['', { planId: 2, months: 1 }],
])('%s chooses %j', (search, choice) => {
  expect(choiceIn(new URLSearchParams(search), plans)).toEqual(choice)
})

test('with nothing on sale nothing is chosen', () => {
  expect(choiceIn(new URLSearchParams(), [])).toBeNull()
  expect(choiceIn(new URLSearchParams(), [aPlan({ prices: [] })])).toBeNull()
})

test('the way back to the checkout keeps the choice', () => {
  expect(checkoutPath({ planId: 2, months: 3 })).toBe('/static-ip/payment/normal?planId=2&months=3')
  expect(checkoutPath({})).toBe('/static-ip/payment/normal')
})
