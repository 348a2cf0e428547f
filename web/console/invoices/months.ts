import { lastMonths } from '../desk/months'

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Seoul', day: 'numeric' })

/**
 * The month whose invoices are issued now: until the tenth those of the last month are still due, and after it there is
 * nothing to issue but this month's.
 */
export const monthToIssue = (now = new Date()) => lastMonths(2, now)[Number(DAY.format(now)) <= 10 ? 1 : 0]
