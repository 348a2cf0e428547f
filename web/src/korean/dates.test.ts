import { expect, test } from 'vitest'
import { ago, day, dayAndTime, plainDay } from './dates'

test('a moment is shown in Korean time, whatever the time zone of the browser', () => {
  expect(day('2026-11-19T15:00:00Z')).toBe('2026.11.20')
  expect(day('2026-11-19T14:59:59Z')).toBe('2026.11.19')
  expect(dayAndTime('2026-11-19T15:05:00Z')).toBe('2026.11.20 00:05')
})

test('a plain date is not converted to another time zone', () => {
  expect(plainDay('2026-11-20')).toBe('2026.11.20')
})

test.each([
  ['2026-11-20T02:59:30Z', '방금 전'],
  ['2026-11-20T02:48:00Z', '12분 전'],
  ['2026-11-20T00:00:00Z', '3시간 전'],
  ['2026-11-18T00:00:00Z', '2026.11.18'],
])('%s reads %s', (moment, text) => {
  expect(ago(moment, new Date('2026-11-20T03:00:00Z'))).toBe(text)
})
