import type { IdentityWindow } from '../../api/types'

interface IdentityOutcome {
  /** Set if the check failed or the window was closed. */
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

/** Loads the provider's script on first use, from the address that the server names. */
function load(address: string): Promise<void> {
  if (window.PortOne) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address, async: true })
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove() // the next try adds it again
      reject(new Error('본인인증 창을 열지 못했습니다. 잠시 후 다시 시도해 주세요.'))
    }
    document.head.append(script)
  })
}

/** The query parameter in which the provider returns the id on phones, where its window replaces the page. */
const RETURNED_ID = 'identityVerificationId'

/**
 * Opens the provider's window and resolves when it closes. Its outcome is only a hint: the server asks the provider.
 * On phones the window replaces the page, which then comes back with a `returnedIdentity`.
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

/** The id in the address after a return from the provider on a phone. Removes it, because it works only once. */
export function returnedIdentity(): string | null {
  const address = new URL(location.href)
  const id = address.searchParams.get(RETURNED_ID)
  if (id === null) return null
  for (const name of [RETURNED_ID, 'identityVerificationTxId', 'transactionType', 'code', 'message'])
    address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
  return id
}
