export { confirmQuery, failureQuery, providerKeysQuery, type Receipt, reportFailure } from './queries'
export { failureCode, openPaymentWindow, windowErrorCode } from './toss'
