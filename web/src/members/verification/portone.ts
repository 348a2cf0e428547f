import type { IdentityWindow } from '../../api/types'

interface IdentityOutcome {
  /** Set when it failed or was closed. */
  code?: string
  message?: string
}

declare global {
  interface Window {
    PortOne?: {
      requestIdentityVerification: (wanted: {
        storeId: string
        identityVerificationId: string
        channelKey: string
        redirectUrl: string
      }) => Promise<IdentityOutcome | undefined>
    }
  }
}

/** The provider's script, from the address the server names, once somebody asks for it. */
function load(address: string): Promise<void> {
  if (window.PortOne) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address, async: true })
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove() // so that another try asks for it again
      reject(new Error('본인인증 창을 열지 못했습니다. 잠시 후 다시 시도해 주세요.'))
    }
    document.head.append(script)
  })
}

/** Under this name the provider brings the id back where its window took the whole page (phones). */
const RETURNED_ID = 'identityVerificationId'

/**
 * Opens the provider's window. Resolves when it closed; what it says is a hint only, the server asks the provider
 * itself. On phones the page leaves and comes back with `returnedIdentity`.
 */
export async function openIdentityWindow({ id, storeId, channelKey, sdkUrl }: IdentityWindow): Promise<void> {
  await load(sdkUrl)
  const outcome = await window.PortOne?.requestIdentityVerification({
    storeId,
    identityVerificationId: id,
    channelKey,
    redirectUrl: location.href,
  })
  if (outcome?.code !== undefined) throw new Error('본인인증을 마치지 못했습니다. 다시 시도해 주세요.')
}

/** The id a phone came back with; the address is put right again, because it is good for nothing twice. */
export function returnedIdentity(): string | null {
  const address = new URL(location.href)
  const id = address.searchParams.get(RETURNED_ID)
  if (id === null) return null
  for (const name of [RETURNED_ID, 'identityVerificationTxId', 'transactionType', 'code', 'message'])
    address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  return id
}
