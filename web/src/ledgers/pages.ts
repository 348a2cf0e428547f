import { path } from '../api/path'
import { memberPage } from '../pages/page'

export const points = memberPage({
  path: '/mypage/points',
  file: 'ledgers/points',
  title: '포인트 내역',
  switchedBy: 'pointYn',
  data: ({ page }) => ({ points: path('/api/v1/member/points', { page }) }),
})

/** Not switched: whoever bought tickets keeps their history when tickets are no longer sold. */
export const tickets = memberPage({
  path: '/mypage/tickets',
  file: 'ledgers/tickets',
  title: 'IP 교체권 내역',
  data: ({ page }) => ({ tickets: path('/api/v1/member/tickets', { page }) }),
})

export const LEDGER_PAGES = [points, tickets]
