export { confirmQuery, failureQuery, providerKeysQuery, type Receipt, reportFailure } from './queries'
export { failureCode, isCancel, openPaymentWindow, windowErrorCode } from './toss'
