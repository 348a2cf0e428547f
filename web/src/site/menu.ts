import type { SiteConfig } from '../api/types'

export interface MenuItem {
  label: string
  to: string
}

export interface MenuGroup {
  label: string
  /** An address below this one makes the group the active one. */
  prefix: string
  items: MenuItem[]
  /** The switch of the site's configuration that must be on. */
  flag?: 'sttcYn' | 'dynmYn' | 'ticketYn'
  /** Mypage: for members only, last in the side menu, behind its own button in the wide header. */
  mypage?: boolean
}

/** The whole menu in the order of the shop; a row appears when its page exists. */
const MENU: MenuGroup[] = [
  {
    label: '고정 IP VPN',
    prefix: '/static-ip',
    flag: 'sttcYn',
    items: [
      { label: '상품 안내', to: '/static-ip' },
      { label: '기간 결제', to: '/static-ip/payment/normal' },
    ],
  },
  {
    label: '마이페이지',
    prefix: '/mypage',
    mypage: true,
    items: [{ label: '이용현황', to: '/mypage/service-status/normal' }],
  },
]

export const MYPAGE = '/mypage/service-status/normal'

export const menuFor = (config: SiteConfig, loggedIn: boolean) =>
  MENU.filter(({ flag, mypage }) => (!flag || config[flag] === 'Y') && (!mypage || loggedIn))

export const isActive = (group: MenuGroup, pathname: string) =>
  pathname === group.prefix || pathname.startsWith(`${group.prefix}/`)
