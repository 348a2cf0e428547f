import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aDevice, aMember, aService } from '../../tests/builders'
import { press, section } from '../../tests/page'
import { address, renderAt } from '../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../tests/shop'
import type { GrantState, SubIdDetail, SubIdEvent } from '../api/types'

const PAGE = '/mypage/sub-id-management/31'
const API = '/api/v1/sub-ids/31'

const aGrant = (differs: Partial<GrantState> = {}): GrantState => ({
  serviceId: 5,
  kind: 'static',
  planName: '고정 IP VPN',
  address: '203.0.113.10',
  state: 'active',
  planDeviceLimit: 3,
  deviceLimit: 2,
  changeLimit: 5,
  changesLeft: 4,
  seesRecord: false,
  devices: [],
  ...differs,
})

const aDetail = (differs: Partial<SubIdDetail> = {}): SubIdDetail => ({
  id: 31,
  loginId: 'minsu_kim',
  name: '영업1팀 김민수',
  state: 'active',
  lastDay: null,
  createdAt: '2026-11-20T05:05:00Z',
  lastSeenAt: null,
  connected: false,
  link: null,
  services: [],
  secondFactor: false,
  passkeys: 0,
  grants: [aGrant()],
  ...differs,
})

const anEvent = (differs: Partial<SubIdEvent> = {}): SubIdEvent => ({
  id: 1,
  at: '2026-11-20T05:05:00Z',
  by: 'owner',
  what: 'created',
  serviceId: null,
  planName: null,
  address: null,
  detail: {},
  ...differs,
})

let held = aDetail()
let events: SubIdEvent[] = []
let sent: unknown[] = []

/** Notes what is called, and answers with the sub-id as it is then. */
const noting =
  (then: Partial<SubIdDetail> = {}) =>
  async ({ request }: { request: Request }) => {
    const body = await request.text()
    sent.push([request.method, new URL(request.url).pathname.slice(API.length), body && JSON.parse(body)])
    held = { ...held, ...then }
    return answer(held)
  }

beforeEach(() => {
  held = aDetail()
  events = [anEvent()]
  sent = []
  shop.use(
    memberIs(aMember()),
    http.get(API, () => answer(held)),
    http.get(`${API}/events`, () => answerList(events)),
    http.get(`${API}/sessions`, () => answerList([])),
    http.get('/api/v1/services', () =>
      answerList([aService(), aService({ id: 6, address: '203.0.113.20', deviceLimit: 3 })]),
    ),
  )
})

const rights = () => within(section('상품별 권한'))

test('a service that it does not see is switched on with one device and nothing more', async () => {
  shop.use(
    http.put(
      `${API}/services/6`,
      noting({ grants: [aGrant(), aGrant({ serviceId: 6, address: '203.0.113.20' })] }),
    ),
  )
  await renderAt(PAGE)
  const service = () => rights().getByRole('switch', { name: '고정 IP VPN 203.0.113.20' })
  expect(service().getAttribute('aria-checked')).toBe('false')
  await userEvent.click(service())

  await waitFor(() => expect(service().getAttribute('aria-checked')).toBe('true'))
  expect(sent).toEqual([['PUT', '/services/6', { deviceLimit: 1, changeLimit: 0, seesRecord: false }]])
})

test('numbers are checked, and saved with what is not changed', async () => {
  shop.use(http.put(`${API}/services/5`, noting({ grants: [aGrant({ changeLimit: 9, changesLeft: 8 })] })))
  await renderAt(PAGE)
  const devices = rights().getByLabelText('기기')
  const changes = rights().getByLabelText('IP 변경 (모두 합해)')
  expect(rights().getByText('1번 사용 · 4번 남음')).toBeTruthy()
  await userEvent.clear(devices)
  await userEvent.type(devices, '4')
  await press('고정 IP VPN 203.0.113.10 권한 저장')
  expect(await screen.findByText('0부터 3까지의 숫자로 입력해 주세요.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.clear(devices)
  await userEvent.type(devices, '2')
  await userEvent.clear(changes)
  await userEvent.type(changes, '9')
  await press('고정 IP VPN 203.0.113.10 권한 저장')

  expect(await rights().findByText('1번 사용 · 8번 남음')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /권한 저장/ })).toBeNull())
  expect(document.activeElement).toBe(devices)
  expect(sent).toEqual([['PUT', '/services/5', { deviceLimit: 2, changeLimit: 9, seesRecord: false }]])
})

test.each([
  [
    aMember({ ipTicket: 5 }),
    '6',
    '회원님의 IP 교체권이 5장이므로, 더 구매하시기 전에는 앞으로 5번까지만 변경할 수 있습니다.',
  ],
  [aMember({ ipTicket: 0 }), '2', '회원님의 IP 교체권이 없으므로, 구매하시기 전에는 변경할 수 없습니다.'],
  [aMember({ ipTicket: 5 }), '5', null],
])('a right to more changes than the owner has tickets for says so', async (owner, typed, hint) => {
  held = aDetail({ grants: [aGrant({ changeLimit: 0, changesLeft: 0 })] })
  shop.use(memberIs(owner))
  await renderAt(PAGE)
  const changes = rights().getByLabelText('IP 변경 (모두 합해)')
  await userEvent.clear(changes)
  await userEvent.type(changes, typed)

  if (hint) expect(rights().getByText(hint)).toBeTruthy()
  else expect(rights().queryByText(/구매하시기 전에는/)).toBeNull()
})

test('of what was used no ticket is needed any more, and of a dynamic service none at all', async () => {
  shop.use(memberIs(aMember({ ipTicket: 4 })))
  held = aDetail({
    grants: [
      aGrant(),
      aGrant({ serviceId: 6, kind: 'dynamic', address: null, changeLimit: 9, changesLeft: 9 }),
    ],
  })
  await renderAt(PAGE)

  expect(rights().queryByText(/구매하시기 전에는/)).toBeNull()
})

test('the record is shown by a switch of its own', async () => {
  shop.use(http.put(`${API}/services/5`, noting({ grants: [aGrant({ seesRecord: true })] })))
  await renderAt(PAGE)
  const record = rights().getByRole('switch', { name: /이용 기록 보기/ })
  await userEvent.click(record)

  await waitFor(() => expect(record.getAttribute('aria-checked')).toBe('true'))
  expect(sent).toEqual([['PUT', '/services/5', { deviceLimit: 2, changeLimit: 5, seesRecord: true }]])
})

test('numbers that could not be saved are said once, by the numbers, and no longer once a change got through', async () => {
  let isOffline = true
  const unsaved = () => screen.queryAllByText(/서버에 연결하지 못했습니다/)
  shop.use(
    http.put(`${API}/services/5`, (call) =>
      isOffline ? HttpResponse.error() : noting({ grants: [aGrant({ seesRecord: true })] })(call),
    ),
  )
  await renderAt(PAGE)
  const record = () => rights().getByRole('switch', { name: '이용 기록 보기, 고정 IP VPN 203.0.113.10' })
  await userEvent.type(rights().getByLabelText('기기'), '{Backspace}3')
  await press('고정 IP VPN 203.0.113.10 권한 저장')
  await waitFor(() => expect(unsaved()).toHaveLength(1))
  const form = rights().getByLabelText('기기').closest('form')
  expect(form?.contains(unsaved()[0] ?? null)).toBe(true)
  isOffline = false
  await userEvent.click(record())

  await waitFor(() => expect(record().getAttribute('aria-checked')).toBe('true'))
  expect(unsaved()).toEqual([])
  expect((rights().getByLabelText('기기') as HTMLInputElement).value).toBe('3')
})

test('a switch that could not be turned is said once, and no longer once numbers are saved', async () => {
  let isOffline = true
  const unsaved = () => screen.queryAllByText(/서버에 연결하지 못했습니다/)
  shop.use(http.put(`${API}/services/5`, (call) => (isOffline ? HttpResponse.error() : noting()(call))))
  await renderAt(PAGE)
  await userEvent.click(rights().getByRole('switch', { name: '이용 기록 보기, 고정 IP VPN 203.0.113.10' }))
  await waitFor(() => expect(unsaved()).toHaveLength(1))
  isOffline = false
  await userEvent.type(rights().getByLabelText('기기'), '{Backspace}3')
  await press('고정 IP VPN 203.0.113.10 권한 저장')

  await waitFor(() => expect(unsaved()).toEqual([]))
})

test('a right is taken away only after it is said what happens to its devices', async () => {
  held = aDetail({ grants: [aGrant({ devices: [aDevice(), aDevice({ id: 12 })] })] })
  shop.use(http.delete(`${API}/services/5`, noting({ grants: [] })))
  await renderAt(PAGE)
  await userEvent.click(rights().getByRole('switch', { name: '고정 IP VPN 203.0.113.10' }))
  const question = within(await screen.findByRole('dialog', { name: '권한을 거두시겠습니까?' }))
  expect(question.getByText(/기기 2대가 삭제되고 연결이 바로 끊깁니다/)).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(question.getByRole('button', { name: '권한 거두기' }))

  await waitFor(() => expect(sent).toEqual([['DELETE', '/services/5', '']]))
})

test('a dynamic service counts changes by the day', async () => {
  held = aDetail({ grants: [aGrant({ kind: 'dynamic', address: null })] })
  await renderAt(PAGE)

  expect(rights().getByLabelText('IP 변경 (하루)')).toBeTruthy()
  expect(rights().getByText('오늘 1번 사용 · 4번 남음')).toBeTruthy()
})

test('it is suspended after a question, and resumed at once', async () => {
  shop.use(
    http.post(`${API}/suspend`, noting({ state: 'suspended' })),
    http.post(`${API}/resume`, noting({ state: 'active' })),
  )
  await renderAt(PAGE)
  await press('사용 중지')
  const question = within(await screen.findByRole('dialog', { name: '사용을 중지하시겠습니까?' }))
  await userEvent.click(question.getByRole('button', { name: '중지' }))
  expect(await screen.findByText('중지됨')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '이 서브 아이디로 보기' })).toBeNull()
  await press('다시 사용')

  expect(await screen.findByRole('button', { name: '사용 중지' })).toBeTruthy()
  expect(sent).toHaveLength(2)
})

test('whoever removes it is back at the list', async () => {
  shop.use(
    http.delete(API, noting()),
    http.get('/api/v1/sub-ids', () =>
      answer({ items: [], page: 1, pageSize: 20, total: 0, inUse: 0, limit: 10 }),
    ),
  )
  await renderAt(PAGE)
  await press('삭제')
  const question = within(await screen.findByRole('dialog', { name: '서브 아이디를 삭제하시겠습니까?' }))
  await userEvent.click(question.getByRole('button', { name: '삭제' }))

  await waitFor(() => expect(address()).toBe('/mypage/sub-id-management?page=1'))
})

test('a new link is still there after a reload, but not once it is used, and takes the focus with it when it is done', async () => {
  const link = { url: 'https://shop.test/sub-id#x', expiresAt: '2126-11-25T03:04:00Z' }
  const open = { madeAt: '2026-11-24T03:04:00Z', expiresAt: link.expiresAt, openedAt: null }
  shop.use(
    http.post(`${API}/link`, () => {
      held = { ...held, link: open }
      return answer(link, 201)
    }),
  )
  await renderAt(PAGE)
  await press('새 링크 만들기')
  expect(await screen.findByText(link.url)).toBeTruthy()
  cleanup()
  await renderAt(PAGE)
  expect(await screen.findByText(link.url)).toBeTruthy()
  cleanup()
  held = { ...held, link: null }
  await renderAt(PAGE)
  expect(screen.queryByText(link.url)).toBeNull()
  cleanup()

  held = { ...held, link: open }
  await renderAt(PAGE)
  await press('완료')
  expect(screen.queryByText(link.url)).toBeNull()
  expect(document.activeElement?.contains(screen.getByRole('button', { name: '새 링크 만들기' }))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(link.url)
})

test('a new link can take the second factor away', async () => {
  held = aDetail({ secondFactor: true })
  shop.use(
    http.post(`${API}/link`, async ({ request }) => {
      sent.push(await request.json())
      return answer({ url: 'https://shop.test/sub-id#x', expiresAt: '2026-11-25T03:04:00Z' }, 201)
    }),
  )
  await renderAt(PAGE)
  await userEvent.click(screen.getByLabelText('2단계 인증과 패스키도 해제'))
  await press('새 링크 만들기')

  expect(await screen.findByText('https://shop.test/sub-id#x')).toBeTruthy()
  expect(sent).toEqual([{ resetsFactors: true }])
})

test('whoever looks as a sub-id gets every page anew', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  shop.use(http.post(`${API}/act`, () => answer(null)))
  await renderAt(PAGE)
  expect(screen.getByText(/보기만 할 수 있고/)).toBeTruthy()
  await press('이 서브 아이디로 보기')

  await waitFor(() => expect(assign).toHaveBeenCalledWith('/mypage/service-status/normal?page=1'))
  vi.unstubAllGlobals()
})

test('the log tells who did what', async () => {
  const moved = { by: 'sub_id', planName: '고정 IP VPN', address: '203.0.113.10' } as const
  events = [
    anEvent({
      ...moved,
      id: 7,
      what: 'change_undone',
      detail: { from: '203.0.113.11', to: '203.0.113.10', state: 'done' },
    }),
    anEvent({
      ...moved,
      id: 6,
      what: 'address_changed',
      detail: { from: '203.0.113.10', to: '203.0.113.11', state: 'done' },
    }),
    anEvent({ ...moved, id: 8, by: 'owner', what: 'device_removed', detail: { name: '사무실' } }),
    anEvent({ ...moved, id: 5, what: 'device_added', detail: { name: '사무실' } }),
    anEvent({ id: 4, by: 'sub_id', what: 'password_set', detail: { resetsFactors: false } }),
    anEvent({ id: 9, what: 'link_made', detail: { resetsFactors: true } }),
    anEvent({
      id: 3,
      what: 'granted',
      planName: '고정 IP VPN',
      address: '203.0.113.10',
      detail: { deviceLimit: 2, changeLimit: 5, seesRecord: true },
    }),
    anEvent({ id: 2, what: 'changed', detail: { lastDay: '2026-12-31' } }),
    anEvent(),
  ]
  await renderAt(PAGE)

  const told = within(screen.getByRole('list', { name: '기록' })).getAllByRole('listitem')
  expect(told.map((line) => [...line.querySelectorAll('p')].map(({ textContent }) => textContent))).toEqual([
    ['IP 변경을 되돌렸습니다', '서브 아이디 · 2026.11.20 14:05', '고정 IP VPN · 203.0.113.11 → 203.0.113.10'],
    ['IP를 바꿨습니다', '서브 아이디 · 2026.11.20 14:05', '고정 IP VPN · 203.0.113.10 → 203.0.113.11'],
    ['기기를 삭제했습니다', '회원님 · 2026.11.20 14:05', '고정 IP VPN 203.0.113.10 · 사무실'],
    ['기기를 추가했습니다', '서브 아이디 · 2026.11.20 14:05', '고정 IP VPN 203.0.113.10 · 사무실'],
    ['링크로 비밀번호를 정했습니다', '서브 아이디 · 2026.11.20 14:05'],
    ['비밀번호 설정 링크를 만들었습니다', '회원님 · 2026.11.20 14:05', '2단계 인증과 패스키도 해제'],
    [
      '상품의 권한을 정했습니다',
      '회원님 · 2026.11.20 14:05',
      '고정 IP VPN 203.0.113.10 · 기기 2대 · IP 변경 5번 · 이용 기록 보기',
    ],
    ['이름이나 사용 기간을 바꾸었습니다', '회원님 · 2026.11.20 14:05', '2026.12.31까지 사용'],
    ['서브 아이디를 만들었습니다', '회원님 · 2026.11.20 14:05'],
  ])
})

test('the sub-id reads of each event what its owner reads', async () => {
  const kinds = [
    'created',
    'changed',
    'link_made',
    'link_opened',
    'password_set',
    'suspended',
    'resumed',
    'granted',
    'withdrawn',
    'acting_began',
    'acting_ended',
    'device_added',
    'device_removed',
    'address_changed',
    'change_undone',
  ] as const
  const detail = { name: '사무실', deviceLimit: 2, changeLimit: 5, seesRecord: false, resetsFactors: true }
  events = kinds.map((what, id) => anEvent({ id, what, planName: '고정 IP VPN', detail }))
  const read = () =>
    within(screen.getByRole('list', { name: '기록' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/(회원님|만든 회원) · /, ''))
  await renderAt(PAGE)
  const ofOwner = read()
  cleanup()
  shop.use(
    memberIs(aMember({ kind: 'sub_id' })),
    http.get('/api/v1/sub-id', () =>
      answer({ loginId: 'minsu_kim', name: '김민수', ownerName: '홍*동', lastDay: null }),
    ),
    http.get('/api/v1/sub-id/events', () => answerList(events)),
  )
  await renderAt('/mypage/activity?page=1')

  expect(read()).toEqual(ofOwner)
})

test('one that was removed shows its records and nothing to do', async () => {
  held = aDetail({ state: 'removed', grants: [] })
  await renderAt(PAGE)

  expect(screen.getByText(/삭제한 서브 아이디입니다/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '삭제' })).toBeNull()
  expect(section('최근 30일의 접속')).toBeTruthy()
})

test('one of another member is not there, and the way leads back to the list', async () => {
  const missing = () => refuse(404, 'sub_id_not_found', '찾을 수 없습니다.')
  shop.use(http.get(API, missing), http.get(`${API}/events`, missing), http.get(`${API}/sessions`, missing))
  await renderAt(PAGE)

  expect(await screen.findByRole('heading', { name: '서브 아이디를 찾을 수 없습니다' })).toBeTruthy()
  const back = screen.getByRole('link', { name: '서브 아이디 목록' })
  expect(back.getAttribute('href')).toBe('/mypage/sub-id-management?page=1')
  expect(screen.queryByRole('button', { name: '다시 불러오기' })).toBeNull()
})
