/**
 * Stand-in for PortOne's browser SDK V2: its identity verification only.
 * When it serves this file, the server adds a call of `installPortOne` with the known store and channel.
 */
const windowUrl = new URL('/portone/window', document.currentScript.src)
const TRANSACTION_TYPE = 'IDENTITY_VERIFICATION'

class IdentityVerificationError extends Error {
  constructor(code, message) {
    super(message)
    this.__portOneErrorType = 'IdentityVerificationError'
    this.code = code
    this.transactionType = TRANSACTION_TYPE
  }
}

function demand(holds, message) {
  if (!holds) throw new IdentityVerificationError('BadRequest', message)
}

function isAbsolute(url) {
  return typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)
}

function addressOf(request, extra) {
  const fields = {
    storeId: request.storeId,
    channelKey: request.channelKey,
    identityVerificationId: request.identityVerificationId,
    ...extra,
  }
  const address = new URL(windowUrl)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address.href
}

/** The visitor leaves the page, so the promise is never settled, as with the real SDK. */
function leaveFor(address) {
  return new Promise(() => location.assign(address))
}

/** The window is a popup that answers with a message. A failure resolves the promise too; it carries a `code`. */
function askPopup(request) {
  const address = addressOf(request, { origin: location.origin })
  const popup = open(address, 'portone', 'popup,width=480,height=760')
  const failed = (message) => ({
    transactionType: TRANSACTION_TYPE,
    identityVerificationId: request.identityVerificationId,
    identityVerificationTxId: '',
    code: 'PG_PROVIDER_ERROR',
    message,
  })
  return new Promise((resolve) => {
    if (!popup) {
      resolve(failed('인증 창을 열지 못했습니다. 팝업 차단을 확인해 주세요.'))
      return
    }
    const finish = (answer) => {
      clearInterval(watch)
      removeEventListener('message', onAnswer)
      popup.close()
      resolve(answer)
    }
    const onAnswer = (event) => {
      if (event.origin === windowUrl.origin && event.source === popup) finish(event.data)
    }
    const watch = setInterval(() => {
      if (popup.closed) finish(failed('사용자가 본인인증을 취소하였습니다.'))
    }, 300)
    addEventListener('message', onAnswer)
  })
}

function installPortOne(knownStore, knownChannel) {
  window.PortOne = {
    async requestIdentityVerification(request) {
      demand(typeof request === 'object' && request !== null, '요청 값이 없습니다.')
      demand(request.storeId === knownStore, '등록되지 않은 상점 아이디(storeId)입니다.')
      demand(request.channelKey === knownChannel, '등록되지 않은 채널 키(channelKey)입니다.')
      const id = request.identityVerificationId
      demand(typeof id === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(id), '본인인증 아이디가 올바르지 않습니다.')
      const isMobile = /Android|iPhone|iPad|Mobile/.test(navigator.userAgent)
      const wanted = isMobile ? request.windowType?.mobile : request.windowType?.pc
      if (isMobile || request.forceRedirect || wanted === 'REDIRECTION') {
        demand(isAbsolute(request.redirectUrl), 'redirectUrl은 절대 주소여야 합니다.')
        return leaveFor(addressOf(request, { redirectUrl: request.redirectUrl }))
      }
      return askPopup(request)
    },
  }
}
