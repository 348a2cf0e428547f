import { UNITS } from '../../generated/words/numbers'
import { figures } from '../../src/korean/money'
import type { Figure, Point } from './queries'

/** `1,234,000원`, `3.2%`; nothing where nothing was counted. */
export function saidAs(value: number | null | undefined, unit: Figure['unit']): string {
  if (value === null || value === undefined) return '–'
  const sign = value < 0 ? '−' : ''
  const size = Math.abs(value)
  const text = Number.isInteger(size)
    ? figures(size)
    : size.toLocaleString('ko-KR', { maximumFractionDigits: 1 })
  return `${sign}${text}${UNITS[unit]}`
}

/** The last day of the month that begins on this one. */
function endOf(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return `${day.slice(0, 8)}${new Date(Date.UTC(year, month, 0)).getUTCDate()}`
}

/** The list that holds the rows behind a point, and how it is called; a stand has no rows of a day. */
export function rowsBehind(figure: Figure['name'], by: Figure['by'], { day }: Pick<Point, 'day'>) {
  const to = by === 'month' ? endOf(day) : day
  switch (figure) {
    case 'sales':
      return { to: `/console/orders?from=${day}&to=${to}`, label: '그때 주문' }
    case 'conversion':
      return { to: `/console/members?joinedFrom=${day}&joinedTo=${to}`, label: '그때 가입한 회원' }
    case 'profit':
      return { to: `/console/address-profits?month=${day.slice(0, 7)}`, label: '그달 IP별 이익' }
    default:
      return null
  }
}

/** The list that a figure is about, as it stands now. */
export const LISTS: Record<Figure['name'], { to: string; label: string }> = {
  sales: { to: '/console/orders', label: '주문 목록' },
  mrr: { to: '/console/subscriptions?state=active', label: '이어지는 정기결제' },
  churn: { to: '/console/subscriptions?state=ended', label: '끝난 정기결제' },
  refunds: { to: '/console/orders?refund=done', label: '환불한 주문' },
  conversion: { to: '/console/members', label: '회원 목록' },
  occupancy: { to: '/console/addresses', label: 'IP 주소 목록' },
  answers: { to: '/console/inquiries?state=answered', label: '답변한 문의' },
  profit: { to: '/console/address-profits', label: 'IP별 이익' },
}
