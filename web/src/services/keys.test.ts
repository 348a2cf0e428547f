import { x25519 } from '@noble/curves/ed25519.js'
import { afterEach, expect, test, vi } from 'vitest'
import { makeKeyPair } from './keys'

afterEach(() => vi.restoreAllMocks())

const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

async function expectAPair() {
  const { privateKey, publicKey } = await makeKeyPair()
  expect(publicKey).toMatch(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/)
  expect(x25519.getPublicKey(bytes(privateKey))).toEqual(bytes(publicKey))
  expect((bytes(privateKey)[0] ?? 1) & 7).toBe(0)
  expect((bytes(privateKey)[31] ?? 0) & 192).toBe(64)
}

test('the browser creates a key pair that WireGuard accepts', async () => {
  const generate = vi.spyOn(crypto.subtle, 'generateKey')

  await expectAPair()

  expect(generate).toHaveBeenCalledOnce()
})

test('without X25519 in the browser, the library creates the key pair', async () => {
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('', 'NotSupportedError'))

  await expectAPair()
})

test('no two key pairs are the same', async () => {
  expect(await makeKeyPair()).not.toEqual(await makeKeyPair())
})
