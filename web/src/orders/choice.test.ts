import { expect, test } from 'vitest'
import { aPlan, aPrice } from '../../tests/builders'
import { renewalIn } from './choice'

test('a renewal has the plan of its service and quantity one, whatever the address says', () => {
  const query = new URLSearchParams('?planId=2&months=6&quantity=4')
  const plan = aPlan({ id: 3, prices: [aPrice(6, 178_000)] })
  expect(renewalIn(query, plan, 7)).toMatchObject({
    planId: 3,
    months: 6,
    quantity: 1,
    serviceId: 7,
  })
  expect(renewalIn(query, aPlan({ prices: [] }), 7)).toBeNull()
})
