import type { YesNo } from './api/types'
import { pageNumber } from './page-number'
import { faqsApi, noticeApi, noticesApi, searchApi } from './support/paths'

export { pageNumber } from './page-number'

/** What the operator sells or grants, each with a switch of its own in the site's configuration. */
export type Feature = 'sttcYn' | 'dynmYn' | 'ticketYn' | 'pointYn'

/** A switch that is not known counts as on: a page is not withheld because the configuration did not arrive. */
export type Switches = Partial<Record<Feature, YesNo>>

/** What an address names in the places of its route's `:words`. */
export type Params = Readonly<Record<string, string>>

/** One page: what it is called, what it needs, who may see it. The server and the browser read the same rows. */
export interface PageRoute {
  /** A segment `:name` stands for any one word of an address: letters, digits, hyphens. */
  path: string
  /** What the address has there; filled in by `pageAt`. */
  params?: Params
  /** The module that draws it, below `src/` and without `.page.tsx`. */
  page: string
  title: string
  /** Key of the description and sharing data the server keeps. */
  meta: string
  /** While the operator has it switched off the page does not exist: 404, and no menu leads to it. */
  feature?: Feature
  /** GET paths beside `EVERY_PAGE` whose answers must be there before the page is drawn. */
  api?: (query: URLSearchParams, params: Params) => string[]
  /**
   * GET path of the very thing that the page is about: where that does not exist, neither does the page. Its answer's
   * `title`, `description` and `image` are the page's own.
   */
  subject?: (params: Params, query: URLSearchParams) => string
  /**
   * GET path of what the operator has written for it. The page is there without that, too; where there is such a text, its
   * `title`, `description` and `image` are the page's own.
   */
  texts?: string
  auth?: 'public' | 'member'
  /** Of some pages only what stands behind the `?` decides. */
  noindex?: boolean | ((query: URLSearchParams) => boolean)
  /** May a visitor's page be kept and given to the next visitor? */
  cache?: boolean
}

/** The shell needs these on every page. */
export const EVERY_PAGE = ['/api/v1/config/info', '/api/v1/member']

const plansOf = (kind: 'static' | 'dynamic' | 'ticket') => `/api/v1/catalog/plans?kind=${kind}`
const staticPlans = () => [plansOf('static')]

/** What every checkout needs to know. */
const CHECKOUT = ['/api/v1/agreements?for=order', '/api/v1/pg/toss']

/** Once; where the address names a service that is prolonged, with its own plan and not what is for sale. */
const normalCheckout = (kind: 'static' | 'dynamic') => (query: URLSearchParams) => {
  const named = query.get('serviceId') ?? ''
  const service = `/api/v1/services/${named}`
  return [...(/^[1-9]\d{0,8}$/.test(named) ? [service, `${service}/plan`] : [plansOf(kind)]), ...CHECKOUT]
}

/** Again and again, with a card that is registered. */
const billingCheckout = (kind: 'static' | 'dynamic') => () => [
  plansOf(kind),
  ...CHECKOUT,
  '/api/v1/billing-methods',
]

/** The version in force, or the one that the address asks for. */
const legalDocument = (slug: string) => (_: Params, query: URLSearchParams) => {
  const version = query.get('version')
  return `/api/v1/legal/${slug}${version === null ? '' : `?version=${encodeURIComponent(version)}`}`
}

const contentPage = (slug: string) => () => `/api/v1/content-pages/${slug}`

export const NOT_FOUND: PageRoute = {
  path: '*',
  page: 'site/not-found',
  title: '페이지를 찾을 수 없습니다',
  meta: 'not-found',
  noindex: true,
}

export const PAGES: PageRoute[] = [
  {
    path: '/',
    page: 'site/home',
    title: '통신사 고정 IP VPN',
    meta: 'home',
    texts: '/api/v1/content-pages/home',
    api: staticPlans,
    cache: true,
  },
  { path: '/login', page: 'members/login/login', title: '로그인', meta: 'login', noindex: true },
  {
    path: '/sign-up',
    page: 'members/sign-up/sign-up',
    title: '회원가입',
    meta: 'sign-up',
    api: () => ['/api/v1/agreements?for=sign-up'],
  },
  {
    path: '/find-id',
    page: 'members/recovery/find-id',
    title: '아이디 찾기',
    meta: 'recovery',
    noindex: true,
  },
  {
    path: '/reset-password',
    page: 'members/recovery/reset-password',
    title: '비밀번호 재설정',
    meta: 'recovery',
    noindex: true,
  },
  {
    path: '/static-ip',
    page: 'catalog/product',
    title: '고정 IP VPN',
    meta: 'static-ip',
    feature: 'sttcYn',
    texts: '/api/v1/content-pages/static-ip',
    api: staticPlans,
    cache: true,
  },
  {
    path: '/static-ip/payment/normal',
    page: 'orders/checkout',
    title: '고정 IP VPN 기간 결제',
    meta: 'checkout',
    feature: 'sttcYn',
    api: normalCheckout('static'),
    auth: 'member',
    noindex: true,
  },
  {
    path: '/static-ip/payment/billing',
    page: 'orders/checkout',
    title: '고정 IP VPN 정기결제',
    meta: 'checkout',
    feature: 'sttcYn',
    api: billingCheckout('static'),
    auth: 'member',
    noindex: true,
  },
  {
    path: '/dynamic-ip',
    page: 'catalog/product',
    title: '유동 IP VPN',
    meta: 'dynamic-ip',
    feature: 'dynmYn',
    texts: '/api/v1/content-pages/dynamic-ip',
    api: () => [plansOf('dynamic')],
    cache: true,
  },
  {
    path: '/dynamic-ip/payment/normal',
    page: 'orders/checkout',
    title: '유동 IP VPN 기간 결제',
    meta: 'checkout',
    feature: 'dynmYn',
    api: normalCheckout('dynamic'),
    auth: 'member',
    noindex: true,
  },
  {
    path: '/dynamic-ip/payment/billing',
    page: 'orders/checkout',
    title: '유동 IP VPN 정기결제',
    meta: 'checkout',
    feature: 'dynmYn',
    api: billingCheckout('dynamic'),
    auth: 'member',
    noindex: true,
  },
  {
    path: '/ip-ticket',
    page: 'catalog/product',
    title: 'IP 교체권',
    meta: 'ip-ticket',
    feature: 'ticketYn',
    texts: '/api/v1/content-pages/ip-ticket',
    api: () => [plansOf('ticket')],
    cache: true,
  },
  {
    path: '/ip-ticket/payment',
    page: 'orders/checkout',
    title: 'IP 교체권 구매',
    meta: 'checkout',
    feature: 'ticketYn',
    api: () => [plansOf('ticket'), ...CHECKOUT],
    auth: 'member',
    noindex: true,
  },
  // Where the provider leads back to: who has paid meanwhile sees it, whatever was switched off since.
  {
    path: '/static-ip/payment/normal/success',
    page: 'orders/payment-success',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/static-ip/payment/normal/fail',
    page: 'orders/payment-fail',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/static-ip/payment/billing/success',
    page: 'orders/payment-success',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/static-ip/payment/billing/fail',
    page: 'orders/payment-fail',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/dynamic-ip/payment/normal/success',
    page: 'orders/payment-success',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/dynamic-ip/payment/normal/fail',
    page: 'orders/payment-fail',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/dynamic-ip/payment/billing/success',
    page: 'orders/payment-success',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/dynamic-ip/payment/billing/fail',
    page: 'orders/payment-fail',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/ip-ticket/payment/success',
    page: 'orders/payment-success',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/ip-ticket/payment/fail',
    page: 'orders/payment-fail',
    title: '결제 결과',
    meta: 'checkout',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/information-correction',
    page: 'members/profile/information-correction',
    title: '정보수정',
    meta: 'mypage',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/leave',
    page: 'members/profile/leave',
    title: '회원탈퇴',
    meta: 'mypage',
    api: () => ['/api/v1/member/leaving'],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/leave/done',
    page: 'members/profile/left',
    title: '회원탈퇴 완료',
    meta: 'mypage',
    noindex: true,
  },
  {
    path: '/mypage/service-status/normal',
    page: 'services/service-status',
    title: '이용현황',
    meta: 'mypage',
    api: (query) => [`/api/v1/services?state=all&page=${pageNumber(query)}`],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/change-ip',
    page: 'services/change/change-ip',
    title: 'IP 변경',
    meta: 'mypage',
    feature: 'ticketYn',
    api: (query) => [`/api/v1/services?state=active&page=${pageNumber(query)}`, '/api/v1/ip-changes?page=1'],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/payment-history',
    page: 'history/payment-history',
    title: '결제내역',
    meta: 'mypage',
    api: (query) => [`/api/v1/orders?page=${pageNumber(query)}`],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/payment-history/order',
    page: 'history/order',
    title: '주문 상세',
    meta: 'mypage',
    api: (query) => orderApi(query),
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/payment-history/contract',
    page: 'history/contract',
    title: '계약 내용',
    meta: 'mypage',
    api: (query) => orderApi(query, '/contract'),
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/payment-method-management',
    page: 'subscriptions/payment-methods',
    title: '결제수단 관리',
    meta: 'mypage',
    api: () => ['/api/v1/subscriptions', '/api/v1/billing-methods'],
    auth: 'member',
    noindex: true,
  },
  // Where the provider's window for cards leads back to.
  {
    path: '/mypage/payment-method-management/success',
    page: 'subscriptions/card-registered',
    title: '카드 등록 결과',
    meta: 'mypage',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/payment-method-management/fail',
    page: 'subscriptions/card-not-registered',
    title: '카드 등록 결과',
    meta: 'mypage',
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/points',
    page: 'ledgers/points',
    title: '포인트 내역',
    meta: 'mypage',
    feature: 'pointYn',
    api: (query) => [`/api/v1/member/points?page=${pageNumber(query)}`],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/mypage/tickets',
    page: 'ledgers/tickets',
    title: 'IP 교체권 내역',
    meta: 'mypage',
    feature: 'ticketYn',
    api: (query) => [`/api/v1/member/tickets?page=${pageNumber(query)}`],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/guide',
    page: 'content/guide',
    title: '이용 방법',
    meta: 'guide',
    subject: contentPage('guide'),
    cache: true,
  },
  {
    path: '/use/windows',
    page: 'content/use',
    title: '윈도우에서 연결하기',
    meta: 'use',
    subject: () => '/api/v1/guides/windows',
    cache: true,
  },
  {
    path: '/use/android',
    page: 'content/use',
    title: '안드로이드에서 연결하기',
    meta: 'use',
    subject: () => '/api/v1/guides/android',
    cache: true,
  },
  {
    path: '/use/macos',
    page: 'content/use',
    title: '맥(macOS)에서 연결하기',
    meta: 'use',
    subject: () => '/api/v1/guides/macos',
    cache: true,
  },
  {
    path: '/use/ios',
    page: 'content/use',
    title: '아이폰·아이패드에서 연결하기',
    meta: 'use',
    subject: () => '/api/v1/guides/ios',
    cache: true,
  },
  {
    path: '/download/windows',
    page: 'content/download',
    title: '윈도우 다운로드',
    meta: 'download',
    subject: contentPage('download-windows'),
    api: () => ['/api/v1/releases?os=windows'],
    cache: true,
  },
  {
    path: '/download/android',
    page: 'content/download',
    title: '안드로이드 다운로드',
    meta: 'download',
    subject: contentPage('download-android'),
    api: () => ['/api/v1/releases?os=android'],
    cache: true,
  },
  {
    path: '/download/macos',
    page: 'content/download',
    title: '맥(macOS) 다운로드',
    meta: 'download',
    subject: contentPage('download-macos'),
    api: () => ['/api/v1/releases?os=macos'],
    cache: true,
  },
  {
    path: '/download/ios',
    page: 'content/download',
    title: '아이폰·아이패드 다운로드',
    meta: 'download',
    subject: contentPage('download-ios'),
    api: () => ['/api/v1/releases?os=ios'],
    cache: true,
  },
  {
    path: '/support/notice',
    page: 'support/notices',
    title: '공지사항',
    meta: 'notices',
    api: (query) => [noticesApi(query)],
    cache: true,
  },
  {
    path: '/support/notice/:slug',
    page: 'support/notice',
    title: '공지사항',
    meta: 'notices',
    subject: ({ slug }) => noticeApi(slug),
    cache: true,
  },
  {
    path: '/support/faq',
    page: 'support/faq',
    title: '자주 묻는 질문',
    meta: 'faqs',
    api: (query) => [faqsApi(query)],
    cache: true,
  },
  {
    path: '/support/search',
    page: 'support/search',
    title: '고객센터 검색',
    meta: 'search',
    api: searchApi,
    noindex: true,
  },
  {
    path: '/support/inquiry',
    page: 'support/inquiry/inquiries',
    title: '1:1 문의',
    meta: 'inquiry',
    api: (query) => [`/api/v1/inquiries?page=${pageNumber(query)}`],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/support/inquiry/new',
    page: 'support/inquiry/new-inquiry',
    title: '문의하기',
    meta: 'inquiry',
    api: () => ['/api/v1/services?state=all&page=1', '/api/v1/orders?page=1'],
    auth: 'member',
    noindex: true,
  },
  {
    path: '/support/inquiry/:id',
    page: 'support/inquiry/inquiry',
    title: '1:1 문의',
    meta: 'inquiry',
    subject: ({ id }) => `/api/v1/inquiries/${id}`,
    auth: 'member',
    noindex: true,
  },
  {
    path: '/privacy/terms-use',
    page: 'content/legal',
    title: '이용약관',
    meta: 'terms-use',
    subject: legalDocument('terms-use'),
    noindex: (query) => query.has('version'),
    cache: true,
  },
  {
    path: '/privacy/policy',
    page: 'content/legal',
    title: '개인정보처리방침',
    meta: 'privacy-policy',
    subject: legalDocument('policy'),
    noindex: (query) => query.has('version'),
    cache: true,
  },
]

/** Nothing is asked for where the address names no order. */
function orderApi(query: URLSearchParams, part = ''): string[] {
  const orderId = query.get('orderId')
  return orderId ? [`/api/v1/orders/${encodeURIComponent(orderId)}${part}`] : []
}

export const isNoindex = ({ noindex = false }: PageRoute, query: URLSearchParams) =>
  typeof noindex === 'function' ? noindex(query) : noindex

/** GET path of what the page is about, where it is about one thing. */
export const subjectOf = (route: PageRoute, query: URLSearchParams) =>
  route.subject?.(route.params ?? {}, query)

export function apiOf(route: PageRoute, query: URLSearchParams): string[] {
  const subject = subjectOf(route, query)
  return [
    ...EVERY_PAGE,
    ...(subject === undefined ? [] : [subject]),
    ...(route.texts === undefined ? [] : [route.texts]),
    ...(route.api?.(query, route.params ?? {}) ?? []),
  ]
}

const withoutSlash = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '')

const isOn = ({ feature }: PageRoute, switches: Switches) => !feature || switches[feature] !== 'N'

const WORD = '([A-Za-z0-9-]{1,80})'

/** Those whose address is no fixed one, with what tells their addresses. */
const OPEN_PAGES = PAGES.filter(({ path }) => path.includes(':')).map((route) => ({
  route,
  names: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, WORD)}$`),
}))

export function pageAt(pathname: string, switches: Switches): PageRoute {
  const path = withoutSlash(pathname)
  const fixed = PAGES.find((route) => route.path === path && !path.includes(':'))
  if (fixed) return isOn(fixed, switches) ? fixed : NOT_FOUND
  for (const { route, names, pattern } of OPEN_PAGES) {
    const words = pattern.exec(path)
    if (words && isOn(route, switches))
      return {
        ...route,
        params: Object.fromEntries(names.map((name, place) => [name, words[place + 1] ?? ''])),
      }
  }
  return NOT_FOUND
}

/** The key of a page's module, as the bundler's manifest and `import.meta.glob` know it. */
export const pageModule = (route: PageRoute) => `src/${route.page}.page.tsx`
