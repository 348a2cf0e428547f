import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import { hasName, movedNotice } from './moved-notice'
import { type Gateway, type GatewaySheet, toneOf } from './queries'

const GATEWAY: Gateway = {
  id: 3,
  name: 'seoul-1',
  endpoint: 'vpn1.shop.test:51820',
  state: 'serving',
  wanted: 'serving',
  wantedAt: '2026-11-01T00:00:00Z',
  lostAt: null,
  lastSeenAt: '2026-11-24T00:00:00Z',
  isAway: false,
  lag: 0,
  agent: '1.4.0',
  lastError: null,
  isEnrolled: true,
  addresses: 250,
  leased: 100,
  free: 140,
  isEvacuated: false,
}

const sheet = (differs: Partial<GatewaySheet> = {}): GatewaySheet => ({
  gateway: GATEWAY,
  publicKey: 'G'.repeat(43),
  tunnelNetwork: '10.64.0.0/24',
  tunnelPlaces: 253,
  mtu: 1420,
  devices: 120,
  revision: 12,
  ackedRevision: 12,
  keyCopies: [{ number: 1, keptAt: '2026-11-20T00:00:00Z' }],
  codeTakesTwo: false,
  codeUntil: null,
  host: null,
  pools: [],
  evacuation: null,
  ...differs,
})

const CODE = {
  id: 9,
  name: 'seoul-9',
  code: 'c0de',
  expiresAt: '2026-11-24T01:00:00Z',
  command: 'ieum gateway enrol --url https://shop.test --code c0de',
}

test('a gateway that serves but needs somebody is not marked as well', () => {
  expect(toneOf(GATEWAY)).toBe('ok')
  expect(toneOf({ ...GATEWAY, isAway: true })).toBe('warn')
  expect(toneOf({ ...GATEWAY, state: 'lost' })).toBe('danger')
})

test('a gateway that needs somebody says why', async () => {
  inShell()
  desk({
    'GET /gateways': listed([
      { ...GATEWAY, id: 4, name: 'busan-1', state: 'lost', isAway: true, lostAt: '2026-11-24T00:00:00Z' },
      GATEWAY,
    ]),
  })
  await renderConsole('/console/gateways')

  expect(await screen.findByRole('row', { name: /busan-1.*이상 감지 응답이 없습니다/ })).toBeDefined()
  expect(screen.getByRole('row', { name: /seoul-1.*운영 중 없음/ })).toBeDefined()
})

test('what the filters leave of the list is what is exported', async () => {
  inShell()
  const sent = desk({
    'GET /gateways': listed([GATEWAY]),
    'POST /changes/exports.make/preview': aPreview(),
    'POST /changes/exports.make': { made: { exportId: 1 } },
  })
  await renderConsole('/console/gateways?needs=somebody&q=seoul')
  await screen.findByRole('row', { name: /seoul-1/ })

  await userEvent.click(screen.getByRole('button', { name: /내보내기/ }))
  await userEvent.click(await screen.findByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '점검')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '내보내기' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ call }) => call === 'POST /changes/exports.make')?.body).toMatchObject({
    wish: { screen: 'gateways', query: 'needs=somebody&q=seoul' },
  })
})

test('a new gateway is previewed, and its code is shown once', async () => {
  inShell()
  const sent = desk({
    'GET /gateways': listed([]),
    'POST /changes/gateways.add/preview': aPreview({ title: '게이트웨이 seoul-9를 등록합니다' }),
    'POST /changes/gateways.add': { made: CODE },
  })
  await renderConsole('/console/gateways?new=1')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('이름'), 'seoul-9')
  await userEvent.type(dialog.getByLabelText('접속 주소'), 'vpn9.shop.test:51820')
  await userEvent.click(dialog.getByRole('button', { name: '미리 보기' }))
  expect(await screen.findByText('게이트웨이 seoul-9를 등록합니다')).toBeDefined()
  await userEvent.type(screen.getByLabelText('사유'), '회선 추가')
  await userEvent.click(screen.getByRole('button', { name: '등록하고 코드 받기' }))

  expect(await screen.findByText(CODE.command)).toBeDefined()
  expect(sent.find(({ call }) => call === 'POST /changes/gateways.add')?.body).toEqual({
    target: null,
    wish: { name: 'seoul-9', endpoint: 'vpn9.shop.test:51820', tunnelNetwork: '10.64.0.0/10' },
    key: expect.any(String),
    digest: 'd1',
    reason: '회선 추가',
  })
})

test('a press that is repeated says that the code is not shown again', async () => {
  inShell()
  desk({
    'GET /gateways/3': sheet(),
    'POST /changes/gateways.code/preview': aPreview(),
    'POST /changes/gateways.code': { made: {} },
  })
  await renderConsole('/console/gateways/3')
  await userEvent.click(await screen.findByRole('button', { name: '등록 코드' }))
  await userEvent.type(await screen.findByLabelText('사유'), '호스트 교체')
  await userEvent.click(screen.getByRole('button', { name: '코드 만들기' }))

  expect(await screen.findByText(/다시 볼 수 없습니다/)).toBeDefined()
})

test('the code of a running gateway is asked of a second person', async () => {
  inShell()
  const sent = desk({
    'GET /gateways/3': sheet({ codeTakesTwo: true }),
    'POST /changes/gateways.take_over/preview': aPreview(),
    'POST /changes/gateways.take_over': () => answer({ approvalId: 9, preview: aPreview() }, 202),
  })
  await renderConsole('/console/gateways/3')
  await userEvent.click(await screen.findByRole('button', { name: '등록 코드' }))
  await userEvent.type(await screen.findByLabelText('사유'), '호스트 교체')
  await userEvent.click(screen.getByRole('button', { name: '두 번째 사람에게 요청' }))

  expect(await screen.findByText('두 번째 사람의 확인을 기다립니다.')).toBeDefined()
  expect(sent.find(({ call }) => call === 'POST /changes/gateways.take_over')?.body).toMatchObject({
    target: 3,
    reason: '호스트 교체',
  })
})

test('an evacuation wants the name typed, and then says how far it is', async () => {
  inShell()
  let isBegun = false
  const evacuation = {
    until: '2026-12-20T15:00:00Z',
    reason: '회선 교체',
    begunAt: '2026-11-24T00:00:00Z',
    offered: 97,
    moving: 1,
    moved: 2,
    declined: 0,
    left: 4,
  }
  const sent = desk({
    'GET /gateways/3': () => (isBegun ? sheet({ evacuation }) : sheet()),
    'POST /changes/gateways.evacuate/preview': aPreview({ title: '옮깁니다', count: 104 }),
    'POST /changes/gateways.evacuate': () => {
      isBegun = true
      return { made: {} }
    },
  })
  await renderConsole('/console/gateways/3')
  await userEvent.click(await screen.findByRole('button', { name: '대피' }))
  await userEvent.type(screen.getByLabelText('마지막 날'), '2026-12-20')
  await userEvent.type(screen.getByLabelText('회원이 읽는 사유'), '회선 교체')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '통신사 공사')
  const start = screen.getByRole<HTMLButtonElement>('button', { name: '대피 시작' })
  expect(start.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText(/아래와 똑같이/), 'seoul-1')
  await userEvent.click(start)

  expect(await screen.findByText('4건. 10분마다 다시 찾습니다.')).toBeDefined()
  expect(screen.getByRole('button', { name: '대피 취소' })).toBeDefined()
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/gateways.evacuate')?.body).toEqual({
      target: 3,
      wish: { until: '2026-12-20', words: '회선 교체' },
      key: expect.any(String),
      digest: 'd1',
      reason: '통신사 공사',
    }),
  )
})

test('who may only look is offered nothing, and a refusal is said', async () => {
  inShell({ isOwner: false, permissions: ['gateways.view'] })
  desk({
    'GET /gateways/3': sheet(),
    'GET /gateways/4': () => refuse(404, 'gateway_not_found', '없는 게이트웨이입니다.'),
  })
  const { go } = await renderConsole('/console/gateways/3')
  expect(await screen.findByRole('heading', { name: '게이트웨이 seoul-1' })).toBeDefined()
  expect(screen.queryByRole('button', { name: '대피' })).toBeNull()

  await go('/console/gateways/4')
  expect(await screen.findByText('없는 게이트웨이입니다.')).toBeDefined()
})

test('a copy of the key is saved once a reason is given', async () => {
  inShell()
  URL.createObjectURL = vi.fn(() => 'blob:it')
  URL.revokeObjectURL = vi.fn()
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const sent = desk({
    'GET /gateways/3': sheet(),
    'POST /changes/gateways.key_copy/preview': aPreview(),
    'POST /changes/gateways.key_copy': { made: { name: 'seoul-1', sealed: 'c2VhbGVk' } },
  })
  await renderConsole('/console/gateways/3')
  await userEvent.click(await screen.findByRole('button', { name: '받기' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('사유'), '호스트 재설치')
  await userEvent.click(dialog.getByRole('button', { name: '받기' }))

  await waitFor(() => expect(saved).toEqual(['seoul-1.backup']))
  expect(sent.find(({ call }) => call === 'POST /changes/gateways.key_copy')?.body).toMatchObject({
    target: 3,
    wish: { number: 1 },
    reason: '호스트 재설치',
  })
  vi.restoreAllMocks()
})

test('a key is forgotten once the name is typed, and a network is offered only without devices', async () => {
  inShell()
  const sent = desk({
    'GET /gateways/3': sheet(),
    'GET /gateways/4': sheet({
      gateway: { ...GATEWAY, id: 4, name: 'busan-1' },
      devices: 0,
      publicKey: null,
    }),
    'POST /changes/gateways.forget_key/preview': aPreview({ title: '키를 잊습니다' }),
    'POST /changes/gateways.forget_key': { made: {} },
    'POST /changes/gateways.network/preview': aPreview({ title: '네트워크를 바꿉니다' }),
    'POST /changes/gateways.network': { made: {} },
  })
  const { go } = await renderConsole('/console/gateways/3')
  await userEvent.click(await screen.findByRole('button', { name: '키 잊기' }))
  expect(screen.queryByRole('button', { name: '터널 네트워크' })).toBeNull()
  const forgetting = within(await screen.findByRole('dialog'))
  await userEvent.type(await forgetting.findByLabelText('사유'), '키 분실')
  await userEvent.type(forgetting.getByLabelText(/아래와 똑같이/), 'seoul-1')
  await userEvent.click(forgetting.getByRole('button', { name: '키 잊기' }))
  await waitFor(() =>
    expect(sent.some(({ call }) => call === 'POST /changes/gateways.forget_key')).toBe(true),
  )

  await go('/console/gateways/4')
  await userEvent.click(await screen.findByRole('button', { name: '터널 네트워크' }))
  expect(screen.queryByRole('button', { name: '키 잊기' })).toBeNull()
  const network = screen.getByLabelText('터널 네트워크')
  await userEvent.clear(network)
  await userEvent.type(network, '172.20.0.0/16')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '겹침')
  await userEvent.click(screen.getByRole('button', { name: '네트워크 바꾸기' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/gateways.network')?.body).toMatchObject({
      target: 4,
      wish: { tunnelNetwork: '172.20.0.0/16' },
      digest: 'd1',
      reason: '겹침',
    }),
  )
})

test('the largest packet of a gateway is shown, and changes within its bounds', async () => {
  inShell()
  const sent = desk({
    'GET /gateways/3': sheet(),
    'GET /record': listed([]),
    'POST /changes/gateways.mtu/preview': aPreview({ title: 'MTU를 바꿉니다' }),
    'POST /changes/gateways.mtu': { made: {} },
  })
  await renderConsole('/console/gateways/3')
  expect(await screen.findByText('1,420바이트')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'MTU' }))
  const mtu = screen.getByLabelText('MTU (바이트)')
  const ready = () => screen.getByRole<HTMLButtonElement>('button', { name: '미리 보기' })
  for (const wrong of ['1279', '1421', '1300.5', '천사백']) {
    await userEvent.clear(mtu)
    await userEvent.type(mtu, wrong)
    expect(ready().disabled).toBe(true)
  }
  await userEvent.clear(mtu)
  await userEvent.type(mtu, '1280')
  await userEvent.click(ready())
  await userEvent.type(await screen.findByLabelText('사유'), '회선 점검')
  await userEvent.click(screen.getByRole('button', { name: 'MTU 바꾸기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/gateways.mtu')?.body).toMatchObject({
      target: 3,
      wish: { mtu: 1280 },
      digest: 'd1',
      reason: '회선 점검',
    }),
  )
  await waitFor(() => expect(sent.filter(({ call }) => call.startsWith('GET /record'))).toHaveLength(2))
})

test('a gateway whose name leads elsewhere has a notice ready for whoever has a device there', async () => {
  inShell()
  const sent = desk({
    'GET /gateways/3': sheet(),
    'GET /gateways': listed([GATEWAY]),
    'GET /plans': { items: [] },
    'POST /changes/messages.broadcast/preview': aPreview({
      title: '회원 90명에게 보냅니다',
      count: 90,
      digest: 'd4',
    }),
    'POST /changes/messages.broadcast': { made: { broadcastId: 7 } },
  })
  await renderConsole('/console/gateways/3')

  await userEvent.click(await screen.findByRole('button', { name: '이전 안내' }))
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '서울 서버 이전')
  await userEvent.click(screen.getByRole('button', { name: '보내기' }))

  await waitFor(() =>
    expect(sent.findLast(({ call }) => call === 'POST /changes/messages.broadcast')?.body).toMatchObject({
      wish: { channel: 'mail', subject: 'VPN을 끄고 다시 켜 주세요', gateway: 3, withDevices: true },
      digest: 'd4',
    }),
  )
})

test('the notice names the day in Korea', () => {
  expect(movedNotice({ id: 3 }, new Date('2026-12-04T16:00:00Z')).body).toMatch(/^12월 5일에/)
})

test.each([
  ['vpn1.shop.test:51820', true],
  ['203.0.113.2:51820', false],
  ['[2001:db8::1]:51820', false],
])('only what is looked up can move without new settings: %s', (endpoint, expected) => {
  expect(hasName({ endpoint })).toBe(expected)
})
