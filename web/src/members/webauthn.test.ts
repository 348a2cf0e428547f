import { afterEach, expect, test, vi } from 'vitest'
import {
  createPasskey,
  getPasskey,
  hasPasskeys,
  readCreationOptions,
  readRequestOptions,
  writeCredential,
} from './webauthn'

const bytes = (...values: number[]) => Uint8Array.from(values)

class AttestationResponse {
  clientDataJSON = bytes(1, 2, 3).buffer
  attestationObject = bytes(250, 251, 252, 253).buffer
  getTransports = () => ['internal']
}

const creation = {
  challenge: '-_8A',
  rp: { name: '이음' },
  user: { id: 'AQID', name: 'hong1234', displayName: '홍길동' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [{ id: 'BAUG', type: 'public-key' }],
} as PublicKeyCredentialCreationOptionsJSON

afterEach(() => vi.unstubAllGlobals())

/** Stubs a browser without the JSON methods of WebAuthn. */
function anOlderBrowser(create: () => Promise<unknown> = async () => null) {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('AuthenticatorAttestationResponse', AttestationResponse)
  vi.stubGlobal('navigator', { credentials: { create, get: create } })
}

test('a browser without passkeys is recognised', () => {
  expect(hasPasskeys()).toBe(false)
  anOlderBrowser()
  expect(hasPasskeys()).toBe(true)
})

test('base64url in the options is decoded to bytes', () => {
  anOlderBrowser()

  const options = readCreationOptions(creation)

  expect(options.challenge).toEqual(bytes(251, 255, 0))
  expect(options.user.id).toEqual(bytes(1, 2, 3))
  expect(options.excludeCredentials?.[0]?.id).toEqual(bytes(4, 5, 6))
  expect(readRequestOptions({ challenge: 'AQID' }).challenge).toEqual(bytes(1, 2, 3))
})

test('a browser with the JSON methods converts by itself', () => {
  const parsed = {}
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => parsed })

  expect(readCreationOptions(creation)).toBe(parsed)
  expect(writeCredential({ toJSON: () => 'json' } as unknown as PublicKeyCredential)).toBe('json')
})

test('the bytes of a new credential are encoded in base64url', () => {
  anOlderBrowser()
  const credential = {
    id: 'AQID',
    rawId: bytes(1, 2, 3).buffer,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: new AttestationResponse(),
    getClientExtensionResults: () => ({}),
  } as unknown as PublicKeyCredential

  expect(writeCredential(credential)).toEqual({
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AQID', attestationObject: '-vv8_Q', transports: ['internal'] },
  })
})

test.each([
  ['InvalidStateError', '이미 등록되어'],
  ['NotAllowedError', '확인하지 못했습니다'],
  ['SecurityError', '사용할 수 없습니다'],
])('%s is explained in Korean', async (name, words) => {
  anOlderBrowser(() => Promise.reject(new DOMException('', name)))

  await expect(createPasskey({ ...creation })).rejects.toThrow(words)
  await expect(getPasskey({ challenge: 'AQID' })).rejects.toThrow(words)
})
