import { expect, test } from 'vitest'
import { systemAt } from './systems'

test('the address names the system, with a slash at its end, too', () => {
  expect(systemAt('/use/ios').key).toBe('ios')
  expect(systemAt('/download/macos/').key).toBe('macos')
})
