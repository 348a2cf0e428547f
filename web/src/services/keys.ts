/** A WireGuard key pair, base64. The private half must not go anywhere but into the member's own file. */
export interface KeyPair {
  privateKey: string
  publicKey: string
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const fromBase64Url = (text = '') =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** As `wg genkey` writes it. The public key is the same either way: X25519 does this before it multiplies. */
function clamped(secret: Uint8Array): Uint8Array {
  const key = Uint8Array.from(secret)
  key[0] = (key[0] ?? 0) & 248
  key[31] = ((key[31] ?? 0) & 127) | 64
  return key
}

async function fromWebCrypto() {
  const { privateKey } = (await crypto.subtle.generateKey('X25519', true, ['deriveBits'])) as CryptoKeyPair
  const { d, x } = await crypto.subtle.exportKey('jwk', privateKey)
  return { secretKey: fromBase64Url(d), publicKey: fromBase64Url(x) }
}

async function fromNoble() {
  const { x25519 } = await import('@noble/curves/ed25519.js')
  return x25519.keygen()
}

/** The browser's own X25519 where it has it; a library where it does not, or where the page is not on https. */
export async function makeKeyPair(): Promise<KeyPair> {
  const made = await fromWebCrypto().catch(fromNoble)
  return { privateKey: toBase64(clamped(made.secretKey)), publicKey: toBase64(made.publicKey) }
}
