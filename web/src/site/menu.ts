import { SYSTEMS } from '../../generated/words/site'
import type { Member, SiteConfig } from '../api/types'
import { pageAt } from '../routing'
import { servicesPath } from '../services/paths'
import { pathOf } from '../ui/link'
import { NOT_FOUND } from './pages'

export interface MenuItem {
  label: string
  to: string
  /** On another site; opens in a new tab. */
  external?: boolean
  /** Carries the class `connect`. In the side menu it leads a visitor to the login instead. */
  connect?: boolean
  /** Beside what the specification lists: behind these, in a group of its own. */
  more?: boolean
  /** Of no use to somebody who has no ticket and cannot buy one. */
  forTickets?: boolean
}

export interface MenuGroup {
  label: string
  /** The group is marked as active on this path and below it. */
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
export const MYPAGE = servicesPath(1)

const vpn = (label: string, prefix: string): MenuGroup => ({
  label,
  prefix,
  items: [
    { label: '상품 안내', to: prefix },
    { label: '기간 결제', to: `${prefix}/payment/normal` },
    { label: '정기결제', to: `${prefix}/payment/billing` },
  ],
})

const bySystem = (label: string, prefix: string): MenuGroup => ({
  label,
  prefix,
  items: Object.entries(SYSTEMS).map(([system, name]) => ({ label: name, to: `${prefix}/${system}` })),
})

/** The whole menu in its order. Entries whose page does not exist yet or is switched off are not shown. */
const MENU: MenuGroup[] = [
  vpn('고정 IP VPN', '/static-ip'),
  vpn('유동 IP VPN', '/dynamic-ip'),
  {
    label: 'IP 교체권',
    prefix: '/ip-ticket',
    items: [
      { label: '교체권 안내', to: '/ip-ticket' },
      { label: '교체권 구매', to: '/ip-ticket/payment' },
    ],
  },
  bySystem('다운로드', '/download'),
  bySystem('이용안내', '/use'),
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
      { label: 'IP 변경', to: '/mypage/change-ip?page=1', forTickets: true },
      { label: '서브 아이디 관리', to: '/mypage/sub-id-management?page=1' },
      { label: '포인트 내역', to: '/mypage/points?page=1', more: true },
      { label: 'IP 교체권 내역', to: '/mypage/tickets?page=1', forTickets: true, more: true },
      { label: '문의내역', to: '/support/inquiry?page=1', more: true },
      { label: '이용 확인서', to: '/mypage/certificates?page=1', more: true },
      { label: '보안·비밀번호', to: '/mypage/security', more: true },
      { label: '활동 기록', to: '/mypage/activity?page=1', more: true },
    ],
  },
]

/** Whether the address has a page, given what the operator has switched off, and for whom. */
export const hasPage = (to: string, config: SiteConfig, member?: Member | null) =>
  pageAt(pathOf(to), config, member) !== NOT_FOUND

/** Whether the address would have a page if the operator had not switched it off, or for others than this member. */
export const isSwitchedOff = (to: string, config: SiteConfig, member: Member | null) =>
  !hasPage(to, config, member) && pageAt(pathOf(to), {}) !== NOT_FOUND

/** The entry for remote support, the last one of its group, if the operator has set its address. */
const remoteSupport = ({ remoteSupportUrl }: SiteConfig): MenuItem[] =>
  /^https?:/.test(remoteSupportUrl)
    ? [{ label: '원격지원', to: remoteSupportUrl, external: true, connect: true }]
    : []

/** Whether the member has tickets or can buy some; a sub-id buys nothing, but may have a change to undo. */
export const mayUseTickets = (config: SiteConfig, member: Member | null) =>
  (config.ticketYn === 'Y' && !member?.kind) || (member?.ipTicket ?? 0) > 0 || member?.mayUndo === true

/** The menu of a member, or of a visitor (`null`). */
export const menuFor = (config: SiteConfig, member: Member | null): MenuGroup[] =>
  MENU.filter(({ mypage }) => !mypage || member !== null)
    .map((group) => {
      const pages = group.items.filter(
        ({ to, forTickets }) => hasPage(to, config, member) && (!forTickets || mayUseTickets(config, member)),
      )
      return { ...group, items: group.prefix === '/support' ? [...pages, ...remoteSupport(config)] : pages }
    })
    .filter(({ items }) => items.length > 0)

export const isActive = (group: MenuGroup, pathname: string) =>
  pathname === group.prefix || pathname.startsWith(`${group.prefix}/`)
