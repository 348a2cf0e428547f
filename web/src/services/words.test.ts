import { expect, test } from 'vitest'
import { aService } from '../../tests/builders'
import { dataSize } from '../ui/data-size'
import { daysLeft, lineOf, period, totalDays } from './words'

const FROM_TO = { startsAt: '2026-11-20T05:05:00Z', endsAt: '2026-12-20T15:00:00Z' }

test('the period names its last day, not the midnight after it', () => {
  expect(period(aService(FROM_TO))).toBe('2026.11.20 ~ 2026.12.20')
  expect(totalDays(aService(FROM_TO))).toBe(30)
})

test.each([
  [29, '29일 남았습니다'],
  [2, '2일 남았습니다'],
  [1, '오늘까지 이용하실 수 있습니다'],
])('with %d days left it says %s', (days, words) => {
  expect(daysLeft(aService({ daysLeft: days }))).toBe(words)
})

test.each([
  [{ connected: true }, { state: 'on', label: '접속중' }],
  [{ connected: false }, { state: 'off', label: '미접속' }],
  [
    { connected: true, daysLeft: 7 },
    { state: 'soon', label: '접속중 · 만료예정' },
  ],
  [
    { state: 'expired' as const, daysLeft: 0 },
    { state: 'off', label: '만료' },
  ],
  [{ state: 'ended' as const }, { state: 'off', label: '종료' }],
  [
    { state: 'ended' as const, refunded: true },
    { state: 'off', label: '환불됨' },
  ],
])('%j is shown as %j', (differs, line) => {
  expect(lineOf(aService(differs))).toEqual(line)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_200, '1.2 KB'],
  [48_300_000, '48 MB'],
  [1_260_000_000, '1.3 GB'],
])('%d bytes are %s', (bytes, words) => expect(dataSize(bytes)).toBe(words))
