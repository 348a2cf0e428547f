import { expect, test } from 'vitest'
import { type Answer, type Body, path, withQuery } from './path'

test.each([
  [path('/api/v1/orders/{order_id}', { order_id: 'a/b c' }), '/api/v1/orders/a%2Fb%20c'],
  [path('/api/v1/notices', { page: 2, q: '점검' }), '/api/v1/notices?page=2&q=%EC%A0%90%EA%B2%80'],
  [path('/api/v1/notices', { page: 1, q: '' }), '/api/v1/notices?page=1'],
  [
    path('/api/v1/legal/{slug}', { slug: 'policy', version: '2026-11-20' }),
    '/api/v1/legal/policy?version=2026-11-20',
  ],
  [withQuery('/support/notice', { page: 1, q: undefined }), '/support/notice?page=1'],
])('%s is %s', (filled, expected) => {
  expect(filled).toBe(expected)
})

// The compiler runs these: an error that is expected and does not come is an error.
const order = path('/api/v1/orders/{order_id}', { order_id: '1' })
const amount = (answer: Answer<typeof order>): number => answer.amount
const fails: Body<'/api/v1/payments/fail', 'post'> = { orderId: '1', code: 'UNKNOWN' }

test('values, answers and bodies have the types of the OpenAPI document', () => {
  // @ts-expect-error: the template names an order
  path('/api/v1/orders/{order_id}', {})
  // @ts-expect-error: a list's page is a number
  path('/api/v1/notices', { page: '1' })
  // @ts-expect-error: there is no such path
  path('/api/v1/nothing', {})
  // @ts-expect-error: an order has no such field
  const missing = (answer: Answer<typeof order>) => answer.nothing
  // @ts-expect-error: the body names a code
  const body: Body<'/api/v1/payments/fail', 'post'> = { orderId: '1' }

  expect([amount, fails, missing, body]).toHaveLength(4)
})
