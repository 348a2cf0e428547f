// @vitest-environment node
import vm from 'node:vm'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Member } from '../src/api/types'
import {
  aCard,
  aConfig,
  aContentPage,
  aContract,
  aGuide,
  aLeaving,
  aLegalDocument,
  aMember,
  anAgreement,
  anOrder,
  aPlan,
  aPrice,
  aRelease,
  aService,
  aSubId,
  aSubscription,
  aUsageChart,
  aUsageSession,
} from './builders'

interface Plan {
  status: number
  leadsTo: string
  title: string
  api: string[]
  dispensable: string
  auth: 'public' | 'member'
  noindex: boolean
  cache: boolean
  chunks: string[]
}

let v8: { plan: (url: string, off: string[]) => string; render: (url: string, data: string) => string }

/** Runs the script that the server runs, in a context with nothing but ECMAScript. */
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const built = (await build({
    logLevel: 'silent',
    mode: 'production',
    build: { ssr: true, write: false },
  })) as Rolldown.RolldownOutput
  const context = vm.createContext(Object.create(null))
  vm.runInContext(built.output[0].code, context)
  v8 = context as typeof v8
}, 60_000)

const ANSWERS: Record<string, unknown> = {
  '/api/v1/config/info': aConfig(),
  '/api/v1/content-pages/home': aContentPage(),
  '/api/v1/content-pages/guide': aContentPage({ slug: 'guide', title: '이용 방법' }),
  '/api/v1/content-pages/download-windows': aContentPage({
    slug: 'download-windows',
    title: '윈도우 다운로드',
  }),
  '/api/v1/releases?os=windows': [aRelease()],
  '/api/v1/guides/windows': aGuide(),
  '/api/v1/legal/terms-use': aLegalDocument(),
  '/api/v1/legal/policy': aLegalDocument({ slug: 'policy', title: '개인정보처리방침' }),
  '/api/v1/catalog/plans?kind=static': [aPlan()],
  '/api/v1/catalog/plans?kind=dynamic': [aPlan({ kind: 'dynamic', name: '유동 IP VPN', stock: null })],
  '/api/v1/catalog/plans?kind=ticket': [
    aPlan({
      kind: 'ticket',
      name: 'IP 교체권',
      carrier: '',
      region: '',
      stock: null,
      prices: [aPrice(12, 5_500)],
    }),
  ],
  '/api/v1/services/5': aService(),
  '/api/v1/services/5/plan': aPlan(),
  '/api/v1/agreements?for=sign-up&whole=false': [anAgreement()],
  '/api/v1/agreements?for=order&whole=false': [anAgreement()],
  '/api/v1/pg/toss': [{ pgType: 'normal', clientKey: 'key' }],
  '/api/v1/member/leaving': aLeaving(),
  '/api/v1/services?state=all&page=1': { items: [], page: 1, pageSize: 10, total: 0 },
  '/api/v1/services/5/usage': aUsageChart(),
  '/api/v1/services/5/sessions?page=1': { items: [aUsageSession()], page: 1, pageSize: 20, total: 1 },
  '/api/v1/inquiries?page=1': { items: [], page: 1, pageSize: 20, total: 0 },
  '/api/v1/orders?page=1': { items: [anOrder()], page: 1, pageSize: 20, total: 1 },
  '/api/v1/orders/order-1': anOrder({ mayRefund: true, mayRequestTaxInvoice: true }),
  '/api/v1/orders/order-1/contract': aContract(),
  '/api/v1/subscriptions': [aSubscription()],
  '/api/v1/billing-methods': [aCard()],
  '/api/v1/member/points?page=1': { items: [], page: 1, pageSize: 20, total: 0 },
  '/api/v1/member/tickets?page=1': { items: [], page: 1, pageSize: 20, total: 0 },
  '/api/v1/sub-ids?page=1': { items: [aSubId()], page: 1, pageSize: 20, total: 1, inUse: 1, limit: 10 },
  '/api/v1/sub-ids/31': { ...aSubId(), grants: [], secondFactor: false, passkeys: 0 },
  '/api/v1/sub-ids/31/events?page=1': { items: [], page: 1, pageSize: 20, total: 0 },
  '/api/v1/sub-ids/31/sessions?page=1': { items: [], page: 1, pageSize: 20, total: 0 },
  '/api/v1/services?state=active&page=1': { items: [aService()], page: 1, pageSize: 10, total: 1 },
}

const planOf = (url: string, ...off: string[]) => JSON.parse(v8.plan(url, off)) as Plan

function draw(url: string, member: Member | null = null, answers = ANSWERS): string {
  const seed = planOf(url).api.map((path) => [path, path === '/api/v1/member' ? member : answers[path]])
  return v8.render(url, JSON.stringify(seed))
}

test.each([
  ['/mypage', '/mypage/service-status/normal?page=1'],
  ['/support/', '/support/notice?page=1'],
  ['/download', '/download/windows'],
  ['/use?a=1', '/use/windows'],
  ['/use/windows', ''],
])('%s leads to %s', (url, first) => {
  expect(planOf(url).leadsTo).toBe(first)
  if (first) expect(planOf(first).status).toBe(200)
})

const PUBLIC = [
  '/',
  '/static-ip',
  '/dynamic-ip',
  '/ip-ticket',
  '/login',
  '/sign-up',
  '/find-id',
  '/reset-password',
  '/mypage/leave/done',
  '/guide',
  '/use/windows',
  '/download/windows',
  '/privacy/terms-use',
  '/privacy/policy',
  '/nowhere',
]
const MEMBERS = [
  '/static-ip/payment/normal',
  '/static-ip/payment/normal/success?orderId=order-1&paymentKey=key-1&amount=33000',
  '/static-ip/payment/normal/fail?orderId=order-1&code=PAY_PROCESS_CANCELED',
  '/static-ip/payment/billing/success?orderId=order-1&authKey=key&customerKey=customer',
  '/static-ip/payment/billing/fail?orderId=order-1&code=PAY_PROCESS_CANCELED',
  '/ip-ticket/payment/success?orderId=order-1',
  '/ip-ticket/payment/fail?orderId=order-1&code=PAY_PROCESS_CANCELED',
  '/static-ip/payment/normal?serviceId=5',
  '/static-ip/payment/billing',
  '/dynamic-ip/payment/normal',
  '/dynamic-ip/payment/billing',
  '/ip-ticket/payment',
  '/mypage/service-status/normal',
  '/mypage/service-status/record?serviceId=5',
  '/mypage/information-correction',
  '/mypage/leave',
  '/mypage/payment-history?page=1',
  '/mypage/payment-history/order?orderId=order-1',
  '/mypage/payment-history/contract?orderId=order-1',
  '/mypage/payment-method-management',
  '/mypage/payment-method-management/success?authKey=key&customerKey=customer',
  '/mypage/payment-method-management/fail?code=PAY_PROCESS_CANCELED',
  '/mypage/points',
  '/mypage/tickets',
  '/mypage/sub-id-management?page=1',
  '/mypage/sub-id-management/31',
]

test.each([...PUBLIC, ...MEMBERS])('%s is drawn with a heading and nothing the policy forbids', (url) => {
  const html = draw(url, MEMBERS.includes(url) ? aMember() : null)

  expect(html).toMatch(/<h1/)
  expect(html).not.toMatch(/ style=|<style|<script|javascript:/)
})

test('home and product page carry their text and prices in the first HTML', () => {
  for (const url of ['/', '/static-ip']) {
    const html = draw(url)
    for (const price of ['33,000', '94,000', '178,000', '330,000']) expect(html).toContain(price)
  }
})

test('no page kept for visitors holds an address of one', () => {
  for (const url of PUBLIC.filter((one) => planOf(one).cache)) {
    expect(planOf(url).api).not.toContain('/api/get-ip')
  }
})

test.each(MEMBERS)('%s is for members, not for search engines, and never kept', (url) => {
  expect(planOf(url)).toMatchObject({ auth: 'member', noindex: true, cache: false })
})

test('an unknown address is a 404 and not for search engines', () => {
  expect(planOf('/nowhere')).toMatchObject({ status: 404, noindex: true, cache: false })
})

test.each(['/static-ip', '/static-ip/', '/static-ip/payment/normal'])(
  '%s is a 404 while fixed addresses are switched off, and nothing leads there',
  (url) => {
    expect(planOf(url, 'sttcYn')).toMatchObject({ status: 404, noindex: true, cache: false, auth: 'public' })
    expect(planOf(url, 'dynmYn', 'ticketYn').status).toBe(200)

    const answers = { ...ANSWERS, '/api/v1/config/info': aConfig({ sttcYn: 'N' }) }
    expect(draw('/', null, answers)).not.toMatch(/static-ip|고정 IP VPN|33,000/)
    expect(draw(url, null, answers)).toContain('페이지를 찾을 수 없습니다')
  },
)

test.each([
  ['/dynamic-ip', 'dynmYn'],
  ['/dynamic-ip/payment/billing', 'dynmYn'],
  ['/ip-ticket', 'ticketYn'],
  ['/ip-ticket/payment', 'ticketYn'],
])('%s is a 404 while it is switched off', (url, feature) => {
  expect(planOf(url).status).toBe(200)
  expect(planOf(url, feature)).toMatchObject({ status: 404, noindex: true, cache: false })
})

test('the result pages of a payment stay when its product is switched off', () => {
  for (const url of MEMBERS.slice(1, 7)) expect(planOf(url, 'sttcYn', 'dynmYn', 'ticketYn').status).toBe(200)
})

test('home and product page are drawn even where the operator has written no texts', () => {
  const nothing = { ...ANSWERS, '/api/v1/content-pages/home': null }
  expect(draw('/', null, nothing)).toContain('33,000')
  expect(draw('/static-ip', null, nothing)).toContain('구매하기')
})

test.each([
  '/',
  '/static-ip/payment/normal',
  '/mypage/service-status/normal',
  '/mypage/payment-history?page=1',
  '/support/inquiry?page=1',
  '/support/inquiry/new',
])('%s says what is wrong, and can do without', (url) => {
  const troubles = '/api/v1/status/troubles'
  const told = [{ parts: ['shop', 'gateways'], state: 'down', title: '결제 지연', words: '카드' }]
  expect(planOf(url)).toMatchObject({ api: expect.arrayContaining([troubles]), dispensable: troubles })

  expect(draw(url, aMember(), { ...ANSWERS, [troubles]: told })).toContain('결제 지연')
  expect(draw(url, aMember(), { ...ANSWERS, [troubles]: null })).not.toContain('서비스 상태 안내')
})

test('only the legal text in force is for search engines', () => {
  expect(planOf('/privacy/terms-use')).toMatchObject({ noindex: false })
  expect(planOf('/privacy/terms-use?version=2026-11-20')).toMatchObject({ noindex: true })
  expect(planOf('/privacy/terms-use?version=2026-11-20').api).toContain(
    '/api/v1/legal/terms-use?version=2026-11-20',
  )
})

test('the query decides what is fetched, and a broken query does no harm', () => {
  expect(planOf('/mypage/service-status/normal?page=3').api).toContain('/api/v1/services?state=all&page=3')
  expect(planOf('/mypage/service-status/normal?page=-1%').api).toContain('/api/v1/services?state=all&page=1')
  expect(planOf('/static-ip/?utm_source=naver').status).toBe(200)
})

test('a page whose data is missing fails loudly instead of being drawn empty', () => {
  expect(() => v8.render('/', '[]')).toThrow()
})
