import { figures } from '../korean/money'

/** `+3,300` or `−1,000`: the sign alone tells the direction, so no colour is needed. */
export const change = (amount: number) => (amount < 0 ? `−${figures(-amount)}` : `+${figures(amount)}`)
