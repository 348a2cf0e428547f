export {
  confirmQuery,
  failureQuery,
  providerKeysQuery,
  type Receipt,
  repeatable,
  reportFailure,
} from './queries'
export { failureCode, isCancel, openPaymentWindow, windowErrorCode } from './toss'
