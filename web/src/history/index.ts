export { CancelOrder } from './cancel-order'
export { DepositCard } from './deposit-card'
export { noteChange, orderQuery, ordersQuery } from './queries'
export { methodOf, periodOf, productOf, receiptName } from './words'
