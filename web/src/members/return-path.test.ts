import { expect, test } from 'vitest'
import { returnPath, withReturn } from './return-path'

const SERVICES = '/mypage/service-status/normal?page=1'
const back = (callbackUrl: string) => returnPath(new URLSearchParams({ callbackUrl }))

test.each(['/static-ip/payment/normal?planId=1&months=3', '/mypage/service-status/normal#a'])(
  '%s is accepted as the way back',
  (path) => expect(back(path)).toBe(path),
)

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/a\\b',
  '/\t/evil.test',
  'javascript:alert(1)',
  'static-ip',
  '',
])('%j leads to the services instead', (path) => expect(back(path)).toBe(SERVICES))

test('without a callbackUrl a member lands on the services', () => {
  expect(returnPath(new URLSearchParams())).toBe(SERVICES)
})

test('the link to the other form carries the way back', () => {
  expect(withReturn('/sign-up', '/static-ip?a=1')).toBe('/sign-up?callbackUrl=%2Fstatic-ip%3Fa%3D1')
  expect(withReturn('/login', SERVICES)).toBe('/login')
})
