import type {
  Agreement,
  Device,
  Leaving,
  Member,
  Order,
  Plan,
  PlanPrice,
  Profile,
  Quote,
  Security,
  Service,
  Session,
  SiteConfig,
  Tunnel,
} from '../src/api/types'

/** Everything has a default, so that a test names only what it is about. */
export const aConfig = (differs: Partial<SiteConfig> = {}): SiteConfig => ({
  bizLic: '123-45-67891',
  bizNm: '주식회사 이음네트웍스',
  ceo: '김이음',
  bizLoc: '서울특별시 중구 세종대로 110',
  ecLic: '제2026-서울중구-01234호',
  tel: '1600-0000',
  dpoNm: '박정보',
  dpoTel: '02-000-0000',
  dpoMail: 'privacy@shop.test',
  sttcYn: 'Y',
  dynmYn: 'N',
  ticketYn: 'N',
  pointYn: 'Y',
  pointPer: 10,
  pointReg: 1000,
  authTelYn: 'N',
  authMailYn: 'N',
  identityYn: 'N',
  meta: { description: '', ogImage: '', naverSiteVerification: '', googleSiteVerification: '' },
  robot: '',
  sitemap: '',
  blockIp: [],
  tos: '',
  pp: '',
  siteMail: 'help@shop.test',
  siteNm: '이음',
  logo: '',
  hostingProvider: '주식회사 이음네트웍스',
  remoteSupportUrl: '',
  supportHours: '평일 09:00~18:00',
  ...differs,
})

export const aMember = (differs: Partial<Member> = {}): Member => ({
  mberId: 'hong1234',
  mberNm: '홍길동',
  email: 'hong@mail.test',
  phone: '01012345678',
  smsRcvYn: 'N',
  mailRcvYn: 'N',
  point: 0,
  ipTicket: 0,
  useSvCnt: 1,
  expSvCnt: 0,
  ...differs,
})

export const aPrice = (months: number, amount: number): PlanPrice => ({
  months,
  amount,
  monthly: Math.floor(amount / months),
  saving: 33_000 * months - amount,
})

export const aPlan = (differs: Partial<Plan> = {}): Plan => ({
  id: 1,
  code: 'static-seoul',
  kind: 'static',
  name: '고정 IP VPN',
  carrier: 'KT',
  region: '서울',
  description: '통신사 회선의 고정 IP 하나를 이용 기간 내내 혼자 씁니다.',
  deviceLimit: 3,
  stock: 42,
  prices: [aPrice(1, 33_000), aPrice(3, 94_000), aPrice(6, 178_000), aPrice(12, 330_000)],
  ...differs,
})

export const aDevice = (differs: Partial<Device> = {}): Device => ({
  id: 11,
  name: '내 노트북',
  publicKey: 'cHVibGlja2V5cHVibGlja2V5cHVibGlja2V5cHVibGk=',
  tunnelAddress: '10.64.0.2',
  connected: false,
  lastHandshakeAt: null,
  rxBytes: 0,
  txBytes: 0,
  createdAt: '2026-11-20T05:06:00Z',
  ...differs,
})

export const aService = (differs: Partial<Service> = {}): Service => ({
  id: 5,
  kind: 'static',
  planName: '고정 IP VPN',
  carrier: 'KT',
  region: '서울',
  address: '203.0.113.10',
  state: 'active',
  startsAt: '2026-11-20T05:05:00Z',
  endsAt: '2026-12-20T15:00:00Z',
  daysLeft: 30,
  deviceLimit: 3,
  connected: false,
  lastHandshakeAt: null,
  devices: [],
  ...differs,
})

export const aTunnel = (differs: Partial<Tunnel> = {}): Tunnel => ({
  address: '10.64.0.2/32',
  dns: ['1.1.1.1', '8.8.8.8'],
  serverPublicKey: 'c2VydmVyc2VydmVyc2VydmVyc2VydmVyc2VydmVyc2U=',
  endpoint: 'gw.shop.test:51820',
  allowedIps: ['0.0.0.0/0', '::/0'],
  mtu: 1420,
  persistentKeepalive: 25,
  ...differs,
})

export const anOrder = (differs: Partial<Order> = {}): Order => ({
  orderId: '20261120-ABCDEFGHJK',
  state: 'paid',
  planName: '고정 IP VPN',
  carrier: 'KT',
  months: 1,
  quantity: 1,
  amount: 33_000,
  pointsUsed: 0,
  paymentMethod: '카드',
  receiptUrl: 'https://receipt.test/1',
  createdAt: '2026-11-20T05:00:00Z',
  paidAt: '2026-11-20T05:05:00Z',
  failure: null,
  services: [{ id: 5, address: '203.0.113.10' }],
  ...differs,
})

export const aQuote = (differs: Partial<Quote> = {}): Quote => ({
  planId: 1,
  planName: '고정 IP VPN',
  carrier: 'KT',
  months: 1,
  quantity: 1,
  unitAmount: 33_000,
  listAmount: 33_000,
  discountAmount: 0,
  pointsUsed: 0,
  amount: 33_000,
  supplyAmount: 30_000,
  vatAmount: 3_000,
  pointsEarned: 3_300,
  periodFrom: '2026-11-20',
  periodUntil: '2026-12-20',
  startsAt: '2026-11-20T05:00:00Z',
  endsAt: '2026-12-20T15:00:00Z',
  stock: 42,
  ...differs,
})

export const anAgreement = (differs: Partial<Agreement> = {}): Agreement => ({
  key: 'terms',
  version: '2026-11-20',
  title: '이용약관 동의',
  body: '이 약관은 이용 조건을 정합니다.',
  required: true,
  ...differs,
})

export const aProfile = (differs: Partial<Profile> = {}): Profile => ({
  mberId: 'hong1234',
  mberNm: '홍길동',
  email: 'hong@mail.test',
  phone: '01012345678',
  joinedAt: '2026-11-20T05:00:00Z',
  smsRcvYn: 'N',
  mailRcvYn: 'N',
  smsChangedAt: null,
  mailChangedAt: null,
  ...differs,
})

export const aSession = (differs: Partial<Session> = {}): Session => ({
  id: 1,
  startedAt: '2026-11-20T05:00:00Z',
  lastUsedAt: '2026-11-20T06:00:00Z',
  ipAddress: '203.0.113.7',
  device: 'Chrome · Windows',
  current: true,
  ...differs,
})

export const aSecurity = (differs: Partial<Security> = {}): Security => ({
  totp: false,
  recoveryCodesLeft: 0,
  passkeys: [],
  ...differs,
})

export const aLeaving = (differs: Partial<Leaving> = {}): Leaving => ({
  mayLeave: true,
  servicesInUse: 0,
  point: 0,
  ipTicket: 0,
  kept: [{ what: '계약과 결제 기록', howLong: '5년', basis: '전자상거래법 시행령 제6조' }],
  destroyed: ['이름, 이메일, 휴대폰 번호'],
  ...differs,
})
