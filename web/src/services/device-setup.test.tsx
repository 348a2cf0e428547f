import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDevice, aMember, aService, aTunnel } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, shop } from '../../tests/shop'

const PAGE = '/mypage/service-status/normal'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0'

const saved: { name: string; blob: Blob }[] = []

beforeEach(() => {
  saved.length = 0
  const service = aService()
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services', () => answer({ items: [service], page: 1, pageSize: 20, total: 1 })),
    http.get('/api/v1/services/:id', () => answer(service)),
    http.post('/api/v1/services/:id/devices', async ({ request }) => {
      const device = aDevice({ id: 91, ...((await request.json()) as { name: string }) })
      service.devices.push(device)
      return answer({ device, tunnel: aTunnel() }, 201)
    }),
  )
  let last: Blob
  URL.createObjectURL = vi.fn((blob: Blob) => {
    last = blob
    return 'blob:conf'
  })
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: last })
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(navigator, { share: undefined, canShare: undefined })
})

const comeWith = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

const shareAs = (share: (data: ShareData) => Promise<void>) =>
  Object.assign(navigator, { canShare: () => true, share: vi.fn(share) })

/** Adds a device under the name that is there already. */
async function addDevice(name: string) {
  await renderAt(PAGE)
  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  expect(screen.getByLabelText<HTMLInputElement>('기기 이름').value).toBe(name)
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))
  return within(await screen.findByRole('region', { name: `${name} 설정` }))
}

const inOrder = (...elements: HTMLElement[]) =>
  elements.every(
    (element, place) =>
      place === 0 ||
      (elements[place - 1] as HTMLElement).compareDocumentPosition(element) &
        Node.DOCUMENT_POSITION_FOLLOWING,
  )

test('on an iPhone its store and the share sheet come first, the QR code is folded', async () => {
  comeWith(IPHONE)
  const shared: File[] = []
  shareAs(async ({ files = [] }) => void shared.push(...files))

  const setup = await addDevice('내 아이폰')

  const heading = setup.getByText('이 휴대폰에 설정')
  const store = setup.getByRole('link', { name: /App Store/ })
  const send = setup.getByRole('button', { name: '설정 파일 보내기' })
  const fold = setup.getByText('다른 기기에서 찍기').closest('details') as HTMLDetailsElement
  expect(store.getAttribute('href')).toBe('https://apps.apple.com/kr/app/wireguard/id1441195209')
  expect(inOrder(heading, store, send, fold)).toBe(true)
  expect(fold.open).toBe(false)
  expect(await within(fold).findByRole('img', { name: 'WireGuard 설정 QR 코드', hidden: true })).toBeTruthy()
  expect(setup.queryByRole('link', { name: /Google Play/ })).toBeNull()

  await userEvent.click(send)
  await waitFor(() => expect(shared).toHaveLength(1))
  expect(shared[0]?.name).toBe('ieum-91.conf')
  expect(await shared[0]?.text()).toMatch(/^\[Interface\]\nPrivateKey = .{44}\n/)
  expect(saved).toHaveLength(0)
})

test.each([IPHONE, ANDROID])('a phone says how a computer is set up (%s)', async (system) => {
  comeWith(system)

  const setup = await addDevice(system === IPHONE ? '내 아이폰' : '내 안드로이드 폰')

  expect(setup.getByText(/^컴퓨터에서 쓰시려면/)).toBeTruthy()
})

test.each([
  ['cannot share files', () => Object.assign(navigator, { canShare: () => false, share: vi.fn() })],
  ['refuses this file', () => shareAs(() => Promise.reject(new DOMException('', 'NotAllowedError')))],
])('a browser that %s saves the file instead', async (_, prepare) => {
  comeWith(IPHONE)
  prepare()
  const setup = await addDevice('내 아이폰')

  await userEvent.click(setup.getByRole('button', { name: '설정 파일 보내기' }))

  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['ieum-91.conf']))
})

test('who closes the share sheet has not got the settings, and is asked before they are gone', async () => {
  comeWith(IPHONE)
  shareAs(() => Promise.reject(new DOMException('', 'AbortError')))
  const setup = await addDevice('내 아이폰')

  await userEvent.click(setup.getByRole('button', { name: '설정 파일 보내기' }))
  await userEvent.click(setup.getByRole('button', { name: '완료' }))

  expect(saved).toHaveLength(0)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('on an Android phone its store comes first, and the file is saved for the app to open', async () => {
  comeWith(ANDROID)

  const setup = await addDevice('내 안드로이드 폰')

  expect(setup.getByRole('link', { name: /Google Play/ })).toBeTruthy()
  expect(setup.queryByRole('link', { name: /App Store/ })).toBeNull()
  await userEvent.click(setup.getByRole('button', { name: '설정 파일 내려받기' }))
  expect(saved.map(({ name }) => name)).toEqual(['ieum-91.conf'])
})

test('on a computer the first question is which device, and its answer gives the name', async () => {
  comeWith(WINDOWS)
  await renderAt(PAGE)
  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  const name = screen.getByLabelText<HTMLInputElement>('기기 이름')
  expect(name.value).toBe('내 윈도우 PC')

  await userEvent.click(screen.getByRole('radio', { name: /휴대폰/ }))
  expect(name.value).toBe('내 휴대폰')
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))

  const setup = within(await screen.findByRole('region', { name: '내 휴대폰 설정' }))
  const code = await setup.findByRole('img', { name: 'WireGuard 설정 QR 코드' })
  expect(code.closest('details')).toBeNull()
  expect(setup.getByRole('button', { name: '.conf 내려받기', hidden: true }).closest('details')).toBeTruthy()
})

test('a name that was typed stays when another device is chosen', async () => {
  comeWith(WINDOWS)
  await renderAt(PAGE)
  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  const name = screen.getByLabelText<HTMLInputElement>('기기 이름')
  await userEvent.clear(name)
  await userEvent.type(name, '회사 PC')

  await userEvent.click(screen.getByRole('radio', { name: /휴대폰/ }))

  expect(name.value).toBe('회사 PC')
})

test('a computer is offered its own program and the file, with the QR code folded', async () => {
  comeWith(WINDOWS)

  const setup = await addDevice('내 윈도우 PC')

  expect(setup.getByText('이 컴퓨터에 설정')).toBeTruthy()
  expect(setup.getByRole('link', { name: /윈도우용 WireGuard/ })).toBeTruthy()
  expect(setup.queryByRole('link', { name: /Google Play/ })).toBeNull()
  expect(setup.getByText('휴대폰·태블릿에서 찍기').closest('details')?.open).toBe(false)
})

test('before settings that nobody has are closed, going on is the accent button', async () => {
  comeWith(ANDROID)
  const setup = await addDevice('내 안드로이드 폰')
  await userEvent.click(setup.getByRole('button', { name: '완료' }))

  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: '계속 설정하기' }).className).toContain('bg-accent')
  expect(dialog.getByRole('button', { name: '설정 닫기' }).className).not.toContain('bg-accent')

  await userEvent.click(dialog.getByRole('button', { name: '계속 설정하기' }))
  expect(screen.getByRole('button', { name: '설정 파일 내려받기' })).toBeTruthy()

  await userEvent.click(setup.getByRole('button', { name: '완료' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '설정 닫기' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '설정 파일 내려받기' })).toBeNull())
})

test('settings that were saved close without a question', async () => {
  comeWith(ANDROID)
  const setup = await addDevice('내 안드로이드 폰')
  await userEvent.click(setup.getByRole('button', { name: '설정 파일 내려받기' }))

  await userEvent.click(setup.getByRole('button', { name: '완료' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: '설정 파일 내려받기' })).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a computer gets a file of its own for Linux, which leaves IPv6 out of the tunnel', async () => {
  comeWith('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0')
  await renderAt(PAGE)
  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))
  const setup = within(await screen.findByRole('region', { name: /설정$/ }))

  await userEvent.click(setup.getByRole('button', { name: '.conf 내려받기' }))
  await userEvent.click(setup.getByRole('button', { name: '리눅스용 .conf' }))

  expect(await Promise.all(saved.map(async ({ blob }) => (await blob.text()).includes('::/0')))).toEqual([
    true,
    false,
  ])
})

const mtus = () =>
  Promise.all(saved.map(async ({ blob }) => Number(/^MTU = (\d+)$/m.exec(await blob.text())?.[1])))

test('a phone always gets the packets that pass everywhere, and is asked nothing', async () => {
  comeWith(ANDROID)
  const setup = await addDevice('내 안드로이드 폰')

  await userEvent.click(setup.getByRole('button', { name: '설정 파일 내려받기' }))

  expect(await mtus()).toEqual([1280])
  expect(setup.queryByText('일부 사이트만 안 열릴 때')).toBeNull()
})

test('a computer gets the gateway’s packets, and small ones once they are chosen', async () => {
  comeWith(WINDOWS)
  const setup = await addDevice('내 윈도우 PC')
  const take = async () => {
    await userEvent.click(setup.getByRole('button', { name: '.conf 내려받기' }))
    await userEvent.click(setup.getByRole('button', { name: '리눅스용 .conf' }))
  }

  await take()
  await userEvent.click(setup.getByText('일부 사이트만 안 열릴 때'))
  await userEvent.click(setup.getByRole('checkbox', { name: /작은 패킷으로 설정 받기/ }))
  await take()

  expect(await mtus()).toEqual([1420, 1420, 1280, 1280])
})

test('where the gateway has small packets already, there is nothing to choose', async () => {
  comeWith(WINDOWS)
  shop.use(
    http.post('/api/v1/services/:id/devices', () =>
      answer({ device: aDevice({ id: 91, name: '내 윈도우 PC' }), tunnel: aTunnel({ mtu: 1280 }) }, 201),
    ),
  )
  const setup = await addDevice('내 윈도우 PC')

  await userEvent.click(setup.getByRole('button', { name: '.conf 내려받기' }))

  expect(await mtus()).toEqual([1280])
  expect(setup.queryByText('일부 사이트만 안 열릴 때')).toBeNull()
})

test('the code for a phone that is set up from a computer has the packets that pass everywhere', async () => {
  comeWith(WINDOWS)
  await renderAt(PAGE)
  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  await userEvent.click(screen.getByRole('radio', { name: /휴대폰/ }))
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))
  const setup = within(await screen.findByRole('region', { name: '내 휴대폰 설정' }))
  expect(await setup.findByRole('img', { name: 'WireGuard 설정 QR 코드' })).toBeTruthy()

  await userEvent.click(setup.getByRole('button', { name: '.conf 내려받기', hidden: true }))

  expect(await mtus()).toEqual([1280])
  expect(setup.queryByText('일부 사이트만 안 열릴 때')).toBeNull()
})

test.each([PAGE, '/mypage/information-correction', '/mypage/sub-id-management?page=1'])(
  'in the browser of a messenger a way out comes before what is shown once (%s)',
  async (page) => {
    comeWith(`${IPHONE} KAKAOTALK 11.2.0`)
    shop.use(
      http.get('/api/v1/member/security', () =>
        answer({ totp: false, recoveryCodesLeft: 0, passkeys: [], canUsePasskeys: true }),
      ),
      http.get('/api/v1/sub-ids', () =>
        answer({ items: [], page: 1, pageSize: 20, total: 0, inUse: 0, limit: 50 }),
      ),
    )

    await renderAt(page)

    const out = await screen.findByRole('link', { name: '브라우저에서 열기' })
    expect(out.getAttribute('href')).toBe(
      `kakaotalk://web/openExternal?url=${encodeURIComponent(location.href)}`,
    )
  },
)
