import { afterEach, expect, test, vi } from 'vitest'
import { traceparent } from './trace'

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

const idOf = (header: string) => header.split('-')[1]

test('a header is as the standard writes it, and each press has an id of its own', () => {
  const [one, other] = [traceparent('/api/v1/inquiries'), traceparent('/api/v1/inquiries')]

  expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(idOf(one)).not.toBe(idOf(other))
})

test('an order, its payment and the device that follows are one', () => {
  const order = traceparent('/api/v1/orders')

  expect(idOf(traceparent('/api/v1/payments/confirm'))).toBe(idOf(order))
  expect(idOf(traceparent('/api/v1/services/12/devices'))).toBe(idOf(order))
  expect(idOf(traceparent('/api/v1/orders/quote'))).not.toBe(idOf(order))
  expect(idOf(traceparent('/api/v1/orders'))).not.toBe(idOf(order))
})

test('half an hour later a device is a matter of its own', () => {
  vi.useFakeTimers()
  const order = traceparent('/api/v1/orders')
  vi.advanceTimersByTime(31 * 60_000)

  expect(idOf(traceparent('/api/v1/services/12/devices'))).not.toBe(idOf(order))
})

test('a browser that stores nothing still sends ids', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied')
  })

  expect(traceparent('/api/v1/orders')).toMatch(/^00-/)
})
