import type { Kind, Moment } from './queries'

/** The tabs of a member's history. One is there for whoever may see any of its kinds. */
export const TABS: { name: string; label: string; kinds: Kind[] }[] = [
  { name: 'orders', label: '주문·결제', kinds: ['orders', 'money'] },
  { name: 'points', label: '포인트·교체권', kinds: ['points'] },
  { name: 'services', label: '서비스', kinds: ['services'] },
  { name: 'devices', label: '기기·IP', kinds: ['devices', 'changes'] },
  { name: 'inquiries', label: '문의', kinds: ['inquiries'] },
  { name: 'messages', label: '메시지', kinds: ['messages'] },
  { name: 'logins', label: '로그인', kinds: ['logins'] },
  { name: 'staff', label: '직원이 한 일', kinds: ['staff'] },
]

const PAGES: Record<NonNullable<Moment['link']>['kind'], (id: string) => string> = {
  order: (id) => `/console/orders/${id}`,
  service: (id) => `/console/services/${id}`,
  subscription: (id) => `/console/subscriptions/${id}`,
  inquiry: (id) => `/console/inquiries/${id}`,
  member: (id) => `/console/members/${id}`,
  approval: (id) => `/console/approvals?open=${id}`,
}

export const pageOf = (link: Moment['link']) => link && PAGES[link.kind](link.id)

export const nameOf = ({ id, loginId, name }: { id: number; loginId: string | null; name: string | null }) =>
  loginId ? `${loginId} (${name})` : `탈퇴한 회원 ${id}`
