import { expect, test } from 'vitest'
import { hyphenated, isMobileNumber, nationalDigits } from './mobile-number'

test.each([
  '01012345678',
  '010-1234-5678',
  '+82 10-1234-5678',
  '+82 (0)10 1234 5678',
  '0082 10 1234 5678',
  '821012345678',
  '10-1234-5678',
  '０１０－１２３４－５６７８',
])('%s is read, and gets its hyphens', (typed) => {
  expect(nationalDigits(typed)).toBe('01012345678')
  expect(hyphenated(typed)).toBe('010-1234-5678')
})

test.each(['+81 90-1234-5678', '02-123-4567', '0101234', ''])('%s is no mobile number', (typed) => {
  expect(isMobileNumber(nationalDigits(typed))).toBe(false)
})

test('a number that begins abroad is left alone until it is whole', () => {
  expect(['+', '+8', '+82', '+82 1', '+82 10-123'].map(hyphenated)).toEqual([
    '+',
    '+8',
    '+82',
    '+82 1',
    '+82 10-123',
  ])
  expect(hyphenated('0101234')).toBe('010-1234')
})
