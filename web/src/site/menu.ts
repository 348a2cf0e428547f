import type { SiteConfig } from '../api/types'
import { pageAt } from '../routing'
import { pathOf } from '../ui/link'
import { NOT_FOUND } from './pages'

export interface MenuItem {
  label: string
  to: string
  /** On another site, in a tab of its own. */
  external?: boolean
  /** A link of class `connect`: in the side menu a visitor is sent to log in instead. */
  connect?: boolean
}

export interface MenuGroup {
  label: string
  /** An address below this one makes the group the active one. */
  prefix: string
  items: MenuItem[]
  /** For members only: last in the side menu, behind its own button in the wide header. */
  mypage?: boolean
}

export const NOTICES = '/support/notice?page=1'
export const TERMS = '/privacy/terms-use'
/** The first article about refunds, whatever its number is. */
export const REFUND_RULES = `${TERMS}#refund`
export const PRIVACY_POLICY = '/privacy/policy'
export const MYPAGE = '/mypage/service-status/normal?page=1'

/** The whole menu of the shop, in its order; what has no page yet, or is switched off, is left out. */
const MENU: MenuGroup[] = [
  {
    label: '고정 IP VPN',
    prefix: '/static-ip',
    items: [
      { label: '상품 안내', to: '/static-ip' },
      { label: '기간 결제', to: '/static-ip/payment/normal' },
      { label: '정기결제', to: '/static-ip/payment/billing' },
    ],
  },
  {
    label: '유동 IP VPN',
    prefix: '/dynamic-ip',
    items: [
      { label: '상품 안내', to: '/dynamic-ip' },
      { label: '기간 결제', to: '/dynamic-ip/payment/normal' },
      { label: '정기결제', to: '/dynamic-ip/payment/billing' },
    ],
  },
  {
    label: 'IP 교체권',
    prefix: '/ip-ticket',
    items: [
      { label: '교체권 안내', to: '/ip-ticket' },
      { label: '교체권 구매', to: '/ip-ticket/payment' },
    ],
  },
  {
    label: '다운로드',
    prefix: '/download',
    items: [
      { label: '윈도우', to: '/download/windows' },
      { label: '안드로이드', to: '/download/android' },
      { label: '맥(macOS)', to: '/download/macos' },
      { label: '아이폰/아이패드(iOS)', to: '/download/ios' },
    ],
  },
  {
    label: '이용안내',
    prefix: '/use',
    items: [
      { label: '윈도우', to: '/use/windows' },
      { label: '안드로이드', to: '/use/android' },
      { label: '맥(macOS)', to: '/use/macos' },
      { label: '아이폰/아이패드(iOS)', to: '/use/ios' },
    ],
  },
  {
    label: '고객센터',
    prefix: '/support',
    items: [
      { label: '공지사항', to: NOTICES },
      { label: '자주 묻는 질문', to: '/support/faq?page=1' },
      { label: '1:1 문의', to: '/support/inquiry?page=1' },
    ],
  },
  {
    label: '마이페이지',
    prefix: '/mypage',
    mypage: true,
    items: [
      { label: '정보수정', to: '/mypage/information-correction' },
      { label: '결제수단 관리', to: '/mypage/payment-method-management' },
      { label: '결제내역', to: '/mypage/payment-history?page=1' },
      { label: '이용현황', to: MYPAGE },
      { label: '포인트 내역', to: '/mypage/points?page=1' },
      { label: 'IP 교체권 내역', to: '/mypage/tickets?page=1' },
      { label: '문의내역', to: '/support/inquiry?page=1' },
      { label: 'IP 변경', to: '/mypage/change-ip?page=1' },
      { label: '서브 아이디 관리', to: '/mypage/sub-id-management?page=1' },
    ],
  },
]

/** Is there a page at this address of the shop, as the operator has it now? */
export const hasPage = (to: string, config: SiteConfig) => pageAt(pathOf(to), config) !== NOT_FOUND

/** Is there a page at this address that the operator has switched off? */
export const isSwitchedOff = (to: string, config: SiteConfig) =>
  !hasPage(to, config) && pageAt(pathOf(to), {}) !== NOT_FOUND

/** Help from afar, at the address of the operator's own choice; the last entry of its group. */
const remoteSupport = ({ remoteSupportUrl }: SiteConfig): MenuItem[] =>
  /^https?:/.test(remoteSupportUrl)
    ? [{ label: '원격지원', to: remoteSupportUrl, external: true, connect: true }]
    : []

export const menuFor = (config: SiteConfig, loggedIn: boolean): MenuGroup[] =>
  MENU.filter(({ mypage }) => !mypage || loggedIn)
    .map((group) => {
      const pages = group.items.filter(({ to }) => hasPage(to, config))
      return { ...group, items: group.prefix === '/support' ? [...pages, ...remoteSupport(config)] : pages }
    })
    .filter(({ items }) => items.length > 0)

export const isActive = (group: MenuGroup, pathname: string) =>
  pathname === group.prefix || pathname.startsWith(`${group.prefix}/`)
