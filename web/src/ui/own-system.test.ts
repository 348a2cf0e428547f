import { expect, test } from 'vitest'
import { systemOf } from './own-system'

test.each([
  ['윈도우', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 10, 'windows'],
  ['갤럭시', 'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36', 5, 'android'],
  ['아이폰', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
  ['아이패드', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari', 5, 'ios'],
  ['맥', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari', 0, 'macos'],
  ['리눅스', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 0, undefined],
])('%s', (_, userAgent, touchPoints, system) => {
  expect(systemOf(userAgent, touchPoints)).toBe(system)
})
