import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { isSecondFactor } from './code-field'
import { deviceOf } from './device'
import { FactList } from './fact-list'
import { sentFor } from './filter'
import { Money } from './money'
import { isOfConsole } from './session'
import { Timeline } from './timeline'
import { relative, When } from './when'

const NOW = new Date('2026-11-24T03:00:00Z')

test.each([
  ['2026-11-24T02:58:00Z', '2분 전'],
  ['2026-11-24T03:30:00Z', '30분 후'],
  ['2026-11-25T15:00:00Z', '36시간 후'],
  ['2026-12-01T03:00:00Z', '7일 후'],
  ['2026-11-20T23:00:00Z', '3일 전'],
  ['2026-11-16T23:00:00Z', '2026.11.17'],
])('%s is said as %s', (moment, words) => {
  expect(relative(moment, NOW)).toBe(words)
})

test('a moment keeps the exact one in Korean time for whoever points at it', () => {
  const { container } = render(<When at="2026-11-23T16:30:00Z" />)

  expect(container.querySelector('time')?.title).toBe('2026.11.24 01:30 (서울)')
})

test('money has its unit, thousands, and a sign that is no hyphen', () => {
  const { container } = render(<Money won={-1_234_000} />)

  expect(container.textContent).toBe('−1,234,000원')
})

test('the days of a filter are sent as the moments at which they begin and end in Korea', () => {
  const filter = { kind: 'dates', name: 'at', label: '기간', from: 'from', to: 'to' } as const
  const sent = new URLSearchParams(sentFor([filter], 'q=a&from=2026-11-01&to=2026-11-30'))

  expect(Object.fromEntries(sent)).toEqual({
    q: 'a',
    from: '2026-10-31T15:00:00.000Z',
    to: '2026-11-30T15:00:00.000Z',
  })
})

test('a line without a value is left out of the facts', () => {
  render(<FactList facts={[{ label: '이름', value: '남궁하나' }, { label: '메모', value: null }, false]} />)

  expect(screen.getAllByRole('term')).toHaveLength(1)
})

test('a timeline without events says so', () => {
  render(<Timeline items={[]} />)

  expect(screen.getByText('아직 일어난 일이 없습니다.')).toBeDefined()
})

test.each([
  ['/console/orders?state=paid', true],
  ['/console', true],
  ['/consolefake', false],
  ['//evil.test/console', false],
  ['/console/\\evil.test', false],
  ['https://evil.test', false],
])('the login leads back to %s: %s', (path, leads) => {
  expect(isOfConsole(path)).toBe(leads)
})

describe('a second factor', () => {
  test.each([
    ['123456', true],
    ['12345', false],
    ['1234567890', false],
    ['abcd-efgh-2345', true],
  ])('%s: %s', (code, is) => {
    expect(isSecondFactor(code)).toBe(is)
  })
})

test('a device is called as people call it', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

  expect(deviceOf(chrome)).toBe('Chrome · Windows')
  expect(deviceOf('')).toBe('알 수 없는 기기')
})
