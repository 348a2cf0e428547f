import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aDevice, aMember, anOpenOrder, aService, aTunnel } from '../../tests/builders'
import { address, renderAt } from '../../tests/render'
import { answer, configIs, memberIs, openOrdersAre, refuse, shop } from '../../tests/shop'

const PAGE = '/mypage/service-status/normal'
type Given = ReturnType<typeof aService>

/** Serves these services. What a test changes in them shows in the next answer. */
function holds(services: Given[], total = services.length) {
  shop.use(
    http.get('/api/v1/services', () => answer({ items: services, page: 1, pageSize: 20, total })),
    http.get('/api/v1/services/:id', ({ params }) =>
      answer(services.find(({ id }) => String(id) === params.id)),
    ),
  )
}

/** Accepts devices for this service and adds every request to `seen`. */
function acceptDevices(service: Given, seen: string[] = []) {
  shop.use(
    http.post('/api/v1/services/:id/devices', async ({ request }) => {
      const body = await request.text()
      seen.push(request.url + body)
      const device = aDevice({ id: 90 + service.devices.length, ...JSON.parse(body) })
      service.devices.push(device)
      return answer({ device, tunnel: aTunnel() }, 201)
    }),
  )
}

async function addDevice(name = '내 노트북') {
  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  await userEvent.clear(screen.getByLabelText('기기 이름'))
  await userEvent.type(screen.getByLabelText('기기 이름'), name)
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))
  return within(await screen.findByRole('region', { name: `${name} 설정` }))
}

beforeEach(() => shop.use(memberIs(aMember())))

test('a service shows its address, connection, period and remaining days', async () => {
  holds([aService({ connected: true, devices: [aDevice({ connected: true })] })])
  await renderAt(PAGE)

  const card = within(screen.getByRole('article', { name: '203.0.113.10' }))
  expect(within(card.getByTestId('ip-plate')).getByText('203.0.113.10')).toBeTruthy()
  expect(card.getByText('KT · 서울')).toBeTruthy()
  expect(card.getAllByText('접속중')).toHaveLength(2)
  expect(card.getByText('2026.11.20 ~ 2026.12.20')).toBeTruthy()
  expect(card.getByText('30일 남았습니다')).toBeTruthy()
})

test('a device that another one has stopped says so, and how it goes on', async () => {
  const parked = aDevice({ connected: true, parked: true, lastHandshakeAt: '2026-11-20T05:00:00Z' })
  holds([
    aService({ connected: true, devices: [parked, aDevice({ id: 12, name: '휴대폰', connected: true })] }),
  ])
  await renderAt(PAGE)

  const [stopped, goesOn] = screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => /삭제/.test(textContent))
  expect(stopped?.textContent).toContain('멈춤')
  expect(stopped?.textContent).not.toContain('접속중')
  expect(stopped?.textContent).toContain(
    '다른 기기가 연결되어 멈췄습니다. VPN을 껐다 켜면 이 기기로 이어집니다.',
  )
  expect(goesOn?.textContent).toContain('접속중')
  expect(goesOn?.textContent).not.toContain('멈췄습니다')
})

test.each([
  ['Y', 'IP 1개당 기기 3대 등록 · 동시 접속 1대. 새 기기를 연결하면 먼저 연결한 기기가 멈춥니다.'],
  ['N', 'IP 1개당 기기 3대 등록 · 동시 접속 1대'],
] as const)(
  'how many devices may be connected at once stands above them (enforced: %s)',
  async (connYn, said) => {
    shop.use(configIs({ connYn }))
    holds([aService()])
    await renderAt(PAGE)

    expect(screen.getByText(/IP 1개당 기기/).textContent).toBe(said)
  },
)

test('a device shows its last connection and its traffic', async () => {
  holds([
    aService({
      devices: [
        aDevice({ lastHandshakeAt: '2026-11-20T05:00:00Z', txBytes: 1_260_000_000, rxBytes: 48_000_000 }),
      ],
    }),
  ])
  await renderAt(PAGE)

  expect(screen.getByText('받음 1.3 GB')).toBeTruthy()
  expect(screen.getByText('보냄 48 MB')).toBeTruthy()
  expect(screen.getByText(/최근 접속/)).toBeTruthy()
})

test('the device of a sub-id names its maker, who alone can give it another key', async () => {
  const madeBy = { id: 31, loginId: 'minsu_kim', name: '김민수' }
  holds([aService({ devices: [aDevice(), aDevice({ id: 12, name: '영업용 휴대폰', off: true, madeBy })] })])
  await renderAt(PAGE)

  expect(screen.getByText('서브 아이디 minsu_kim (김민수)')).toBeTruthy()
  expect(screen.getByText('연결 중지됨')).toBeTruthy()
  expect(screen.getByRole('button', { name: '내 노트북 키 다시 만들기' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '영업용 휴대폰 키 다시 만들기' })).toBeNull()
  expect(screen.getByRole('button', { name: '영업용 휴대폰 삭제' })).toBeTruthy()
})

test('what a demo makes up is said to be made up, and nothing of a real gateway is', async () => {
  holds([aService(), aService({ id: 6, address: '203.0.113.11', pretendedUse: true })])
  await renderAt(PAGE)

  const noteOf = (name: string) =>
    within(screen.getByRole('article', { name })).queryByText(/접속과 데이터의 양은 꾸민 것입니다/)
  expect(noteOf('203.0.113.10')).toBeNull()
  expect(noteOf('203.0.113.11')).toBeTruthy()
})

test('a device that was never connected says so once, whatever its name', async () => {
  const name = '영업본부 3팀 김이음 과장님의 갤럭시 탭 S10 울트라 (업무용)'
  holds([aService({ devices: [aDevice({ name, lastHandshakeAt: null })] })])
  await renderAt(PAGE)

  const row = within(screen.getByText(name).closest('li') as HTMLElement)
  expect(row.getByText('아직 접속하지 않았습니다')).toBeTruthy()
  expect(row.queryByText('미접속')).toBeNull()
})

test('the state of a device that was connected before stands beside when, not beside its name', async () => {
  holds([aService({ devices: [aDevice({ lastHandshakeAt: '2026-11-20T05:00:00Z' })] })])
  await renderAt(PAGE)

  const row = within(screen.getByText('내 노트북').closest('li') as HTMLElement)
  expect(row.getAllByText('미접속')).toHaveLength(1)
  expect(screen.getByText('내 노트북').parentElement?.querySelector('.whitespace-nowrap')).toBe(
    row.getByText('미접속'),
  )
})

test.each([
  ['was connected before', { lastHandshakeAt: '2026-11-20T05:00:00Z' }, true],
  ['is connected', { connected: true, lastHandshakeAt: '2026-11-20T05:00:00Z' }, false],
  ['was never connected', {}, false],
])('a device that %s has a word on what to do', async (_, differs, isSaid) => {
  holds([aService({ devices: [aDevice(differs)] })])
  await renderAt(PAGE)

  expect(screen.queryByText(/VPN을 껐다 켜 주세요/) !== null).toBe(isSaid)
})

test('an order that waits for its payment stands there with its deadline, and one that is paid does not', async () => {
  holds([])
  shop.use(
    openOrdersAre([
      anOpenOrder({ state: 'confirming' }),
      anOpenOrder({ orderId: '20261120-PAIDPAIDPA', state: 'paid', until: null }),
    ]),
  )
  await renderAt(PAGE)

  const notes = within(await screen.findByRole('region', { name: '진행 중인 주문' }))

  expect(notes.getByText(/결제를 확인하고 있습니다. 14:20까지 결과를 알려 드립니다/)).toBeTruthy()
  expect(notes.getAllByRole('link')).toHaveLength(1)
})

test('a member without services is shown a link to the shop', async () => {
  holds([])
  await renderAt(PAGE)

  expect(screen.getByText('아직 이용 중인 IP가 없습니다.')).toBeTruthy()
  expect(screen.getByRole('link', { name: '고정 IP 보기' }).getAttribute('href')).toBe('/static-ip')
})

test('an expired service cannot be changed, only bought again', async () => {
  holds([aService({ state: 'expired', daysLeft: 0 })])
  await renderAt(PAGE)

  expect(screen.getByText('만료')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '기기 추가' })).toBeNull()
  expect(screen.getByRole('link', { name: '다시 구매하기' })).toBeTruthy()
})

test('a refunded service says when it was refunded and where the money can be followed', async () => {
  holds([aService({ state: 'ended', refunded: true, refundedAt: '2026-11-22T05:00:00Z', daysLeft: 0 })])
  await renderAt(PAGE)

  expect(screen.getByText(/2026\.11\.22에 환불되어 이 IP는 더 이상 사용할 수 없습니다/)).toBeTruthy()
  expect(screen.queryByText(/이용 기간이 끝나/)).toBeNull()
  expect(screen.getByRole('link', { name: '결제내역 보기' }).getAttribute('href')).toBe(
    '/mypage/payment-history?page=1',
  )
})

test('a list longer than a page has links to its pages', async () => {
  holds([aService()], 45)
  await renderAt(PAGE)

  const pages = within(screen.getByRole('navigation', { name: '페이지' }))
  expect(pages.getByRole('link', { name: '1 페이지' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(pages.getByRole('link', { name: '3 페이지' }))
  await waitFor(() => expect(address()).toBe(`${PAGE}?page=3`))
})

test('a visitor is sent to the login, which returns to this page', async () => {
  shop.use(memberIs(null))
  await renderAt(`${PAGE}?page=2`)

  await waitFor(() => expect(address()).toBe(`/login?callbackUrl=${encodeURIComponent(`${PAGE}?page=2`)}`))
})

test('a new device gets a file and a QR code, and its private key never leaves the page', async () => {
  const service = aService()
  const seen: string[] = []
  holds([service])
  acceptDevices(service, seen)
  const saved: Blob[] = []
  URL.createObjectURL = vi.fn((blob: Blob) => {
    saved.push(blob)
    return 'blob:conf'
  })
  URL.revokeObjectURL = vi.fn()
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await renderAt(PAGE)

  const setup = await addDevice('Laptop')
  await userEvent.click(setup.getByRole('button', { name: '.conf 내려받기' }))

  expect(await setup.findByRole('img', { name: 'WireGuard 설정 QR 코드', hidden: true })).toBeTruthy()
  const conf = (await saved[0]?.text()) ?? ''
  const [, privateKey = ''] = /^PrivateKey = (.{44})$/m.exec(conf) ?? []
  expect(privateKey).not.toBe('')
  expect(names).toEqual(['ieum-laptop.conf'])
  expect(saved[0]?.type).toBe('application/octet-stream')
  const publicKey = JSON.parse(seen[0]?.replace(/^[^{]*/, '') ?? '{}').publicKey
  expect(publicKey).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  expect(seen.join()).not.toContain(privateKey)
  expect(JSON.stringify({ ...localStorage }) + location.href).not.toContain(privateKey)
})

test('the connection check turns green by itself', async () => {
  const service = aService()
  holds([service])
  acceptDevices(service)
  await renderAt(PAGE)

  const setup = await addDevice()
  expect(setup.getByText('연결 대기 중')).toBeTruthy()
  service.devices = service.devices.map((device) => ({ ...device, connected: true }))

  expect(await setup.findByText('접속중', {}, { timeout: 4_000 })).toBeTruthy()
  expect(setup.getByText(/주소로 인터넷에 접속합니다/).textContent).toContain('203.0.113.10')
})

test('closing the settings of an unconnected device asks for confirmation', async () => {
  const service = aService()
  holds([service])
  acceptDevices(service)
  await renderAt(PAGE)

  const setup = await addDevice()
  await userEvent.click(setup.getByRole('button', { name: '완료' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: '설정 닫기' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: '.conf 내려받기' })).toBeNull())
})

test('at the limit of devices the page says why none can be added', async () => {
  holds([aService({ deviceLimit: 1, devices: [aDevice()] })])
  await renderAt(PAGE)

  expect(screen.getByRole<HTMLButtonElement>('button', { name: '기기 추가' }).disabled).toBe(true)
  expect(screen.getByText(/기기를 1대까지 등록할 수 있습니다/)).toBeTruthy()
})

test('the refusal of a device is shown in place, and its name is kept', async () => {
  const detail = '접속 서버를 준비하고 있습니다. 잠시 후 다시 시도해 주세요.'
  holds([aService()])
  shop.use(http.post('/api/v1/services/5/devices', () => refuse(409, 'gateway_not_ready', detail)))
  await renderAt(PAGE)

  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  await userEvent.clear(screen.getByLabelText('기기 이름'))
  await userEvent.type(screen.getByLabelText('기기 이름'), '회사 PC')
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(screen.getByLabelText<HTMLInputElement>('기기 이름').value).toBe('회사 PC')
})

test('a key is replaced after a confirmation', async () => {
  const service = aService({ devices: [aDevice()] })
  holds([service])
  shop.use(
    http.put('/api/v1/services/5/devices/11/key', async ({ request }) => {
      const { publicKey } = (await request.json()) as { publicKey: string }
      const device = aDevice({ id: 12, publicKey })
      service.devices = [device]
      return answer({ device, tunnel: aTunnel() })
    }),
  )
  await renderAt(PAGE)

  await userEvent.click(screen.getByRole('button', { name: '내 노트북 키 다시 만들기' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: '다시 만들기' }))

  expect(await screen.findByRole('region', { name: '내 노트북 설정' })).toBeTruthy()
})

test('a device is removed after a confirmation; a refusal is shown in place', async () => {
  const service = aService({ devices: [aDevice()] })
  const detail = '기기를 찾을 수 없습니다.'
  holds([service])
  shop.use(
    http.delete('/api/v1/services/5/devices/11', () => refuse(404, 'device_not_found', detail), {
      once: true,
    }),
    http.delete('/api/v1/services/5/devices/11', () => {
      service.devices = []
      return answer(null)
    }),
  )
  await renderAt(PAGE)

  async function remove() {
    await userEvent.click(screen.getByRole('button', { name: '내 노트북 삭제' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '삭제' }))
  }
  await remove()
  expect((await screen.findByRole('alert')).textContent).toBe(detail)

  await remove()
  await waitFor(() => expect(screen.queryByText('내 노트북')).toBeNull())
  expect(screen.getByText('기기를 삭제했습니다.')).toBeTruthy()
})

test('a service paid once has a link to renew it', async () => {
  holds([aService()])
  await renderAt(PAGE)

  expect(screen.getByRole('link', { name: '203.0.113.10 연장하기' }).getAttribute('href')).toBe(
    '/static-ip/payment/normal?serviceId=5',
  )
})

test('a service with a recurring payment links to that payment and does not warn of its end', async () => {
  holds([aService({ mayRenew: false, subscriptionId: 9, daysLeft: 3 })])
  await renderAt(PAGE)

  expect(screen.queryByRole('link', { name: /연장하기/ })).toBeNull()
  expect(screen.getByRole('link', { name: /정기결제 관리$/ }).getAttribute('href')).toBe(
    '/mypage/payment-method-management#subscription-9',
  )
  expect(screen.queryByText(/만료예정/)).toBeNull()
})

test('a suspended service says so and links to the payment', async () => {
  holds([aService({ state: 'suspended', mayRenew: false, subscriptionId: 9 })])
  await renderAt(PAGE)

  expect(screen.getByText('이용정지')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '기기 추가' })).toBeNull()
  expect(screen.getByRole('link', { name: '결제하고 다시 이용하기' }).getAttribute('href')).toBe(
    '/mypage/payment-method-management#subscription-9',
  )
})

test('a device whose gateway is not ready yet is told to wait, until it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const service = aService({ devices: [] })
  holds([service])
  shop.use(
    http.post('/api/v1/services/:id/devices', () => {
      const device = aDevice({ id: 90, name: '내 노트북', ready: false })
      service.devices.push(device)
      return answer({ device, tunnel: aTunnel() }, 201)
    }),
  )
  await renderAt(PAGE)
  const setup = await addDevice()

  expect(setup.getByText('연결 준비 중')).toBeTruthy()

  service.devices = [aDevice({ id: 90, name: '내 노트북', ready: true })]
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await setup.findByText('연결 대기 중')).toBeTruthy()
  vi.useRealTimers()
})

test.each([
  ['Y', 0, 1],
  ['N', 2, 1],
  ['N', 0, 0],
] as const)(
  'with tickets switched %s, %i of them make %i links to change a fixed address',
  async (...given) => {
    const [ticketYn, ipTicket, links] = given
    shop.use(configIs({ ticketYn }), memberIs(aMember({ ipTicket })))
    holds([aService()])
    await renderAt(PAGE)

    const found = screen.queryAllByRole('link', { name: '203.0.113.10 IP 변경' })
    expect(found.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: links }, () => '/mypage/change-ip?page=1'),
    )
  },
)

test('a service that is over may be extended while its address is nobody else’s', async () => {
  holds([aService({ state: 'expired', daysLeft: 0, devices: [], mayComeBackUntil: '2026-12-04T15:00:00Z' })])
  await renderAt(`${PAGE}?page=1`)

  expect(screen.getByText(/까지 같은 IP와 기기 설정으로 연장하실 수 있습니다/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /연장하기/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '다시 구매하기' })).toBeNull()
})

test('a device whose service is over is told what opens on it', async () => {
  holds([aService({ state: 'expired', daysLeft: 0, devices: [] })])
  shop.use(http.get('/api/v1/services/connection', () => answer({ connected: false, waiting: true })))
  await renderAt(`${PAGE}?page=1`)

  expect(await screen.findByText(/이 기기는 지금 이 홈페이지에만 접속됩니다/)).toBeTruthy()
})
