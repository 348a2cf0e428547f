import type { PublishedKeys } from '../api/types'

/** A signed document that was checked with one of the shop's keys. `other` is a kind that this page does not know. */
export type Checked = { keyId: string } & (
  | { kind: 'ieum-certificate'; number: string; version: number; issued: string }
  | { kind: 'ieum-now'; address: string; at: string }
  | { kind: 'ieum-log-head'; day: string }
  | { kind: 'other' }
)

export const SIGNATURE_BYTES = 64
/** More than any document that the shop signs. */
export const MOST_BYTES = 16 * 1024

export const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** The key that signed these bytes; `undefined` where none of the shop's did. */
async function signerOf(document: Uint8Array, signature: Uint8Array, keys: PublishedKeys['keys']) {
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  return keys.find(({ key }) => {
    try {
      return ed25519.verify(signature, document, fromBase64(key))
    } catch {
      return false // a signature that is no point of the curve
    }
  })
}

/** What a file says, if the shop signed it just like this; `null` if not. Nothing leaves the browser. */
export async function check(
  document: Uint8Array,
  signature: Uint8Array,
  { keys }: PublishedKeys,
): Promise<Checked | null> {
  const signer = signature.length === SIGNATURE_BYTES && (await signerOf(document, signature, keys))
  if (!signer) return null
  const said = JSON.parse(new TextDecoder().decode(document)) as Record<string, string> & { version?: number }
  const { kind, number = '', version = 1, issued = '', address = '', at = '', day = '' } = said
  const keyId = signer.kid
  if (kind === 'ieum-certificate') return { kind, number, version, issued, keyId }
  if (kind === 'ieum-now') return { kind, address, at, keyId }
  return kind === 'ieum-log-head' ? { kind, day, keyId } : { kind: 'other', keyId }
}
