import type { Ceremony } from '../api/types'

/**
 * Passkeys through the browser's WebAuthn API. For Safari before 18.4, which lacks the JSON methods (`parse…FromJSON`
 * and `toJSON` of `PublicKeyCredential`), we convert between bytes and base64url here.
 */

export const hasPasskeys = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function base64url(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const descriptorsOf = (list: PublicKeyCredentialDescriptorJSON[] = []) =>
  list.map((one) => ({ ...one, id: bytes(one.id) }) as PublicKeyCredentialDescriptor)

export function readCreationOptions(
  json: PublicKeyCredentialCreationOptionsJSON,
): PublicKeyCredentialCreationOptions {
  if (PublicKeyCredential.parseCreationOptionsFromJSON)
    return PublicKeyCredential.parseCreationOptionsFromJSON(json)
  return {
    ...json,
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: descriptorsOf(json.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
}

export function readRequestOptions(
  json: PublicKeyCredentialRequestOptionsJSON,
): PublicKeyCredentialRequestOptions {
  if (PublicKeyCredential.parseRequestOptionsFromJSON)
    return PublicKeyCredential.parseRequestOptionsFromJSON(json)
  return {
    ...json,
    challenge: bytes(json.challenge),
    allowCredentials: descriptorsOf(json.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions
}

export function writeCredential(credential: PublicKeyCredential): Ceremony {
  if (typeof credential.toJSON === 'function') return credential.toJSON() as unknown as Ceremony
  const { id, rawId, type, authenticatorAttachment, response } = credential
  const parts =
    response instanceof AuthenticatorAttestationResponse
      ? { attestationObject: response.attestationObject, transports: response.getTransports() }
      : {
          authenticatorData: (response as AuthenticatorAssertionResponse).authenticatorData,
          signature: (response as AuthenticatorAssertionResponse).signature,
          userHandle: (response as AuthenticatorAssertionResponse).userHandle,
        }
  const encoded = Object.entries({ clientDataJSON: response.clientDataJSON, ...parts })
    .filter(([, part]) => part !== null)
    .map(([name, part]) => [name, part instanceof ArrayBuffer ? base64url(part) : part])
  return {
    id,
    rawId: base64url(rawId),
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: credential.getClientExtensionResults(),
    response: Object.fromEntries(encoded),
  }
}

/** Throws the reason why a passkey could not be used, as a sentence for the member. */
function throwExplained(error: unknown): never {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') throw new Error('이 기기의 패스키는 이미 등록되어 있습니다.')
  if (name === 'NotAllowedError' || name === 'AbortError')
    throw new Error('패스키를 확인하지 못했습니다. 다시 시도하거나 다른 방법을 이용해 주세요.')
  throw new Error('이 브라우저에서는 패스키를 사용할 수 없습니다. 다른 방법을 이용해 주세요.')
}

/** Creates a passkey and returns the credential that the server stores. */
export async function createPasskey(options: Ceremony): Promise<Ceremony> {
  const publicKey = readCreationOptions(options as unknown as PublicKeyCredentialCreationOptionsJSON)
  const created = await navigator.credentials.create({ publicKey }).catch(throwExplained)
  return writeCredential(created as PublicKeyCredential)
}

/** Has a passkey sign the challenge and returns the credential that proves it to the server. */
export async function getPasskey(options: Ceremony): Promise<Ceremony> {
  const publicKey = readRequestOptions(options as unknown as PublicKeyCredentialRequestOptionsJSON)
  const signed = await navigator.credentials.get({ publicKey }).catch(throwExplained)
  return writeCredential(signed as PublicKeyCredential)
}
