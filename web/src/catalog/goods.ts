import type { Plan } from '../api/types'

export type Kind = Plan['kind']

interface Goods {
  kind: Kind
  name: string
  path: string
  /** Counted in it: `3개`, `5장`. */
  unit: string
  /** What it is, until a plan says it in the operator's own words. */
  says: string
}

export const GOODS: Record<Kind, Goods> = {
  static: {
    kind: 'static',
    name: '고정 IP VPN',
    path: '/static-ip',
    unit: '개',
    says: '통신사 회선의 고정 IP 하나를 이용 기간 내내 혼자 씁니다.',
  },
  dynamic: {
    kind: 'dynamic',
    name: '유동 IP VPN',
    path: '/dynamic-ip',
    unit: '개',
    says: '접속할 때마다 통신사 대역에서 새 IP를 받아 씁니다.',
  },
  ticket: {
    kind: 'ticket',
    name: 'IP 교체권',
    path: '/ip-ticket',
    unit: '장',
    says: '쓰고 있는 고정 IP를 같은 통신사와 지역의 다른 IP로 바꿉니다.',
  },
}

/** What is sold at this address or below it. */
export const goodsAt = (pathname: string): Goods =>
  Object.values(GOODS).find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ??
  GOODS.static
