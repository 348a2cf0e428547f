export { openCardWindow } from './card-window'
export { billingMethodsQuery, type CardReceipt, registrationQuery, subscriptionsQuery } from './queries'
export { cardOf } from './words'
