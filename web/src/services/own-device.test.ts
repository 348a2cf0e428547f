import { expect, test } from 'vitest'
import { freeName, ownDeviceOf } from './own-device'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, '컴퓨터', '내 윈도우 PC'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0 Mobile Safari/537.36',
    5,
    '휴대폰',
    '내 안드로이드 폰',
  ],
  ['Mozilla/5.0 (Linux; Android 14; SM-X910) Chrome/130.0.0.0', 5, '태블릿', '내 안드로이드 태블릿'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, '휴대폰', '내 아이폰'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, '태블릿', '내 아이패드'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, '컴퓨터', '내 맥'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, '컴퓨터', '내 컴퓨터'],
])('%s with %i touch points is a %s', (userAgent, touchPoints, word, name) => {
  expect(ownDeviceOf(userAgent, touchPoints)).toMatchObject({ word, name })
})

test('a name that is taken gets a number', () => {
  expect(freeName('내 맥', [])).toBe('내 맥')
  expect(freeName('내 맥', ['내 맥', '내 맥 2'])).toBe('내 맥 3')
})
