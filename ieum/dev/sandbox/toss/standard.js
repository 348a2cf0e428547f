/**
 * Stand-in for Toss's browser SDK v2, with the same names, checks and errors.
 * When it serves this file, the server adds a call of `installTossPayments` with the known client keys.
 */
const windowUrl = new URL('/toss/window', document.currentScript.src)
const billingUrl = new URL('/toss/billing', windowUrl)
const CUSTOMER_KEY = /^[A-Za-z0-9\-_=.@]{2,50}$/
const ORDER_ID = /^[A-Za-z0-9_-]{6,64}$/
const METHODS = ['CARD', 'TRANSFER', 'VIRTUAL_ACCOUNT']
const CASH_RECEIPTS = [undefined, null, '소득공제', '지출증빙', '미발행']
const OTHER_METHODS = [
  'MOBILE_PHONE',
  'CULTURE_GIFT_CERTIFICATE',
  'BOOK_GIFT_CERTIFICATE',
  'GAME_GIFT_CERTIFICATE',
  'FOREIGN_EASY_PAY',
]

class TossPaymentsError extends Error {
  constructor(code, message) {
    super(message)
    this.name = 'TossPaymentsError'
    this.code = code
  }
}

function demand(holds, code, message) {
  if (!holds) throw new TossPaymentsError(code, message)
}

function isAbsolute(url) {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return false
  return URL.canParse(url)
}

function isShort(text) {
  return text === undefined || text === null || (typeof text === 'string' && text.length <= 100)
}

function checkClientKey(clientKey) {
  const text = typeof clientKey === 'string' ? clientKey : ''
  demand(
    !/^(test|live)_g?sk_/.test(text),
    'INSECURE_KEY_USAGE',
    '시크릿 키는 브라우저에서 쓸 수 없습니다. 클라이언트 키를 사용해 주세요.',
  )
  demand(
    /^(test|live)_g?ck_\w+$/.test(text),
    'INVALID_CLIENT_KEY',
    '클라이언트 키 형식이 올바르지 않습니다.',
  )
}

function checkCustomerKey(customerKey) {
  demand(
    typeof customerKey === 'string' && CUSTOMER_KEY.test(customerKey),
    'INVALID_CUSTOMER_KEY',
    'customerKey는 영문, 숫자, 특수문자(-_=.@) 2~50자여야 합니다.',
  )
}

function checkAmount(amount) {
  const { currency, value } = amount ?? {}
  demand(
    ['KRW', 'USD', 'JPY'].includes(currency),
    'INVALID_AMOUNT_CURRENCY',
    'amount.currency가 올바르지 않습니다.',
  )
  demand(
    typeof value === 'number' && Number.isFinite(value),
    'INVALID_AMOUNT_VALUE',
    'amount.value는 숫자여야 합니다.',
  )
  demand(value > 0, 'BELOW_ZERO_AMOUNT', '결제 금액은 0보다 커야 합니다.')
  demand(Number.isSafeInteger(value), 'INVALID_AMOUNT_VALUE', '원 단위 금액은 정수여야 합니다.')
  demand(currency === 'KRW', 'INVALID_AMOUNT_CURRENCY', '통화는 KRW여야 합니다.')
}

function checkMetadata(metadata) {
  const pairs = Object.entries(metadata ?? {})
  const fits = pairs.every(
    ([key, value]) =>
      key.length <= 40 && !/[[\]]/.test(key) && typeof value === 'string' && value.length <= 2000,
  )
  demand(pairs.length <= 5 && fits, 'INVALID_METADATA', 'metadata 형식이 올바르지 않습니다.')
}

function checkUrls({ successUrl, failUrl }) {
  demand(isAbsolute(successUrl), 'INCORRECT_SUCCESS_URL_FORMAT', 'successUrl은 절대 주소여야 합니다.')
  demand(isAbsolute(failUrl), 'INCORRECT_FAIL_URL_FORMAT', 'failUrl은 절대 주소여야 합니다.')
}

function checkMethod(method) {
  demand(!OTHER_METHODS.includes(method), 'NOT_SUPPORTED_METHOD', '계약되지 않은 결제 수단입니다.')
  demand(METHODS.includes(method), 'INVALID_PARAMETERS', '결제 수단(method)이 올바르지 않습니다.')
}

/** The fields that only transfers and virtual accounts have. */
function cashOf({ method, transfer, virtualAccount }) {
  return { TRANSFER: transfer, VIRTUAL_ACCOUNT: virtualAccount }[method] ?? {}
}

function checkCash(request) {
  const { cashReceipt, validHours, dueDate } = cashOf(request)
  demand(
    CASH_RECEIPTS.includes(cashReceipt?.type),
    'INVALID_PARAMETERS',
    'cashReceipt.type은 소득공제, 지출증빙, 미발행 중 하나여야 합니다.',
  )
  demand(
    validHours === undefined || dueDate === undefined,
    'INVALID_PARAMETERS',
    'validHours와 dueDate는 함께 쓸 수 없습니다.',
  )
  demand(
    validHours === undefined || (Number.isInteger(validHours) && validHours > 0),
    'INVALID_PARAMETERS',
    'validHours는 1 이상의 정수여야 합니다.',
  )
  demand((validHours ?? 1) <= 2160, 'EXCEED_MAX_DUE_DATE', '입금 기한은 90일 이내여야 합니다.')
  demand(
    dueDate === undefined || !Number.isNaN(Date.parse(dueDate)),
    'INVALID_PARAMETERS',
    'dueDate 형식이 올바르지 않습니다.',
  )
}

function checkRequest(request) {
  demand(typeof request === 'object' && request !== null, 'INVALID_PARAMETERS', '결제 요청 값이 없습니다.')
  checkMethod(request.method)
  checkAmount(request.amount)
  demand(
    typeof request.orderId === 'string' && ORDER_ID.test(request.orderId),
    'INVALID_PARAMETERS',
    'orderId는 영문, 숫자, -, _ 로 이루어진 6~64자여야 합니다.',
  )
  demand(
    Boolean(request.orderName) && isShort(request.orderName),
    'INVALID_PARAMETERS',
    'orderName은 1~100자여야 합니다.',
  )
  demand(
    isShort(request.customerName) && isShort(request.customerEmail),
    'INVALID_PARAMETERS',
    'customerName과 customerEmail은 100자 이하여야 합니다.',
  )
  const phone = request.customerMobilePhone ?? ''
  demand(
    phone === '' || /^\d{8,15}$/.test(phone),
    'INVALID_PARAMETERS',
    'customerMobilePhone은 하이픈 없는 숫자 8~15자리여야 합니다.',
  )
  demand(
    [undefined, null, 'self', 'iframe'].includes(request.windowTarget),
    'INVALID_PARAMETERS',
    'windowTarget은 self 또는 iframe이어야 합니다.',
  )
  checkMetadata(request.metadata)
  checkCash(request)
}

function addressOf(clientKey, customerKey, request, extra) {
  const { cashReceipt, validHours, dueDate } = cashOf(request)
  return withFields(windowUrl, {
    clientKey,
    customerKey,
    method: request.method,
    currency: request.amount.currency,
    value: request.amount.value,
    orderId: request.orderId,
    orderName: request.orderName,
    customerName: request.customerName,
    customerEmail: request.customerEmail,
    customerMobilePhone: request.customerMobilePhone,
    taxFreeAmount: request.taxFreeAmount,
    metadata: request.metadata && JSON.stringify(request.metadata),
    cashReceiptType: cashReceipt?.type,
    validHours,
    dueDate,
    ...extra,
  })
}

function withFields(url, fields) {
  const address = new URL(url)
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) address.searchParams.set(name, value)
  }
  return address.href
}

/** The buyer leaves the page, so the promise is never settled, as with the real SDK. */
function leaveFor(address) {
  return new Promise(() => location.assign(address))
}

/** The window is a popup that answers with a message; closing it counts as the buyer's cancel. */
function askPopup(address) {
  const popup = open(address, 'tosspayments', 'popup,width=480,height=760')
  return new Promise((resolve, reject) => {
    const cancelled = () => new TossPaymentsError('USER_CANCEL', '구매자가 결제를 취소했습니다.')
    if (!popup) {
      reject(new TossPaymentsError('UNKNOWN', '결제창을 열지 못했습니다. 팝업 차단을 확인해 주세요.'))
      return
    }
    const finish = (settle, value) => {
      clearInterval(watch)
      removeEventListener('message', onAnswer)
      popup.close()
      settle(value)
    }
    const onAnswer = (event) => {
      if (event.origin !== windowUrl.origin || event.source !== popup) return
      const { code, message, paymentKey, orderId, amount } = event.data
      if (code) finish(reject, new TossPaymentsError(code, message))
      else finish(resolve, { paymentKey, orderId, amount: { currency: 'KRW', value: Number(amount) } })
    }
    const watch = setInterval(() => {
      if (popup.closed) finish(reject, cancelled())
    }, 300)
    addEventListener('message', onAnswer)
  })
}

function installTossPayments(knownClientKeys) {
  const checkKnown = (clientKey) =>
    demand(
      Object.hasOwn(knownClientKeys, clientKey),
      'INVALID_CLIENT_KEY',
      '등록되지 않은 클라이언트 키입니다.',
    )

  const TossPayments = (clientKey) => {
    checkClientKey(clientKey)
    const isWidgetKey = /^(test|live)_gck_/.test(clientKey)

    return {
      payment({ customerKey } = {}) {
        demand(!isWidgetKey, 'NOT_SUPPORTED_WIDGET_KEY', '결제위젯 키로는 결제창을 열 수 없습니다.')
        checkCustomerKey(customerKey)
        return {
          async requestPayment(request) {
            checkKnown(clientKey)
            checkRequest(request)
            const { successUrl, failUrl } = request
            if (successUrl || failUrl) {
              checkUrls(request)
              return leaveFor(addressOf(clientKey, customerKey, request, { successUrl, failUrl }))
            }
            const isMobile = /Android|iPhone|iPad|Mobile/.test(navigator.userAgent)
            demand(!isMobile, 'NOT_SUPPORTED_PROMISE', '모바일에서는 successUrl과 failUrl이 필요합니다.')
            return askPopup(addressOf(clientKey, customerKey, request, { origin: location.origin }))
          },
          async requestBillingAuth(request) {
            checkKnown(clientKey)
            demand(
              customerKey !== TossPayments.ANONYMOUS,
              'INVALID_CUSTOMER_KEY',
              '비회원은 자동결제를 등록할 수 없습니다.',
            )
            const { method, successUrl, failUrl, customerName, customerEmail } = request ?? {}
            demand(
              ['CARD', 'TRANSFER'].includes(method),
              'INVALID_PARAMETERS',
              '자동결제 수단(method)이 올바르지 않습니다.',
            )
            checkUrls({ successUrl, failUrl })
            demand(
              isShort(customerName) && isShort(customerEmail),
              'INVALID_PARAMETERS',
              'customerName과 customerEmail은 100자 이하여야 합니다.',
            )
            demand(
              knownClientKeys[clientKey].billing && method === 'CARD',
              'NOT_SUPPORTED_METHOD',
              '자동결제 계약이 되어 있지 않습니다.',
            )
            const fields = { clientKey, customerKey, method, successUrl, failUrl, customerName, customerEmail }
            return leaveFor(withFields(billingUrl, fields))
          },
          async destroy() {},
        }
      },
      widgets() {
        demand(
          isWidgetKey,
          'NOT_SUPPORTED_API_INDIVIDUAL_KEY',
          'API 개별 연동 키로는 결제위젯을 쓸 수 없습니다.',
        )
        demand(false, 'NOT_SUPPORTED_METHOD', '결제위젯 계약이 되어 있지 않습니다.')
      },
      brandpay() {
        demand(false, 'NOT_SUPPORTED_METHOD', '브랜드페이 계약이 되어 있지 않습니다.')
      },
    }
  }
  TossPayments.ANONYMOUS = '@@ANONYMOUS'
  window.TossPayments = TossPayments
}
