import type { Ceremony } from '../../src/api/types'

/** Passkeys by the browser's own JSON methods, which all current browsers have; an older one is not offered any. */
export const hasPasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

function explained(error: unknown): never {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') throw new Error('이 기기의 패스키는 이미 등록되어 있습니다.')
  throw new Error('패스키를 확인하지 못했습니다. 다시 시도하거나 인증번호를 이용해 주세요.')
}

/** Has a passkey sign the server's challenge. */
export async function signWithPasskey(options: Ceremony): Promise<Ceremony> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await navigator.credentials.get({ publicKey }).catch(explained)
  return (credential as PublicKeyCredential).toJSON() as unknown as Ceremony
}

/** Makes a passkey on this device. */
export async function makePasskey(options: Ceremony): Promise<Ceremony> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await navigator.credentials.create({ publicKey }).catch(explained)
  return (credential as PublicKeyCredential).toJSON() as unknown as Ceremony
}
