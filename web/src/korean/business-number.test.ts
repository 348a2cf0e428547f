import { expect, test } from 'vitest'
import { isBusinessNumber } from './business-number'

test.each([
  ['123-45-67891', true],
  ['1234567891', true],
  ['123-45-67890', false],
  ['123-45-6789', false],
  ['', false],
])('%s: %s', (typed, isOne) => {
  expect(isBusinessNumber(typed)).toBe(isOne)
})
