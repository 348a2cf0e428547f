/** A WireGuard key pair in base64. The private key must go nowhere but into the member's own file. */
interface KeyPair {
  privateKey: string
  publicKey: string
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const fromBase64Url = (text = '') =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Clamps a private key as `wg genkey` does. The public key stays the same, because X25519 itself clamps as well. */
function clamp(secret: Uint8Array): Uint8Array {
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

/** Creates a key pair with the browser's X25519, or with a library if it has none or the page is not on https. */
export async function makeKeyPair(): Promise<KeyPair> {
  const pair = await fromWebCrypto().catch(fromNoble)
  return { privateKey: toBase64(clamp(pair.secretKey)), publicKey: toBase64(pair.publicKey) }
}
