import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aDevice, aMember, anOrder, aService, aTunnel } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, orderIs, shop } from '../../tests/shop'
import type { Member, Service } from '../api/types'

const STATUS = '/mypage/service-status/normal'
const PAID = '/static-ip/payment/normal/success?orderId=ORD-1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile'
const SETUP = { name: '내 안드로이드 폰 설정' }

let service: Service

beforeEach(() => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID)
  service = aService()
  shop.use(
    memberIs(aMember()),
    orderIs(anOrder({ orderId: 'ORD-1', state: 'paid', services: [{ id: 5, address: '203.0.113.10' }] })),
    http.get('/api/v1/services', () => answer({ items: [service], page: 1, pageSize: 20, total: 1 })),
    http.get('/api/v1/services/:id', () => answer(service)),
    http.post('/api/v1/services/:id/devices', async ({ request }) => {
      const device = aDevice({ id: 91, ...((await request.json()) as { name: string }) })
      service = { ...service, devices: [...service.devices, device] }
      return answer({ device, tunnel: aTunnel() }, 201)
    }),
    http.delete('/api/v1/services/:id/devices/:device', () => {
      service = { ...service, devices: [] }
      return answer(null)
    }),
  )
})

const stored = () => JSON.stringify({ ...sessionStorage })

async function addDevice(page: string) {
  await renderAt(page)
  await userEvent.click(await screen.findByRole('button', { name: '기기 추가' }))
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))
  await screen.findByRole('region', SETUP)
  expect(stored()).toContain('privateKey')
}

/** The phone had dropped the tab, and loads it anew. */
async function comeBack(page: string) {
  cleanup()
  await renderAt(page)
  await screen.findByText(/기기 추가$/)
}

const confOf = async (blob: Blob | undefined) =>
  /^PrivateKey = (.{44})$/m.exec((await blob?.text()) ?? '')?.[1]

test.each([STATUS, PAID])(
  'a tab that is loaded anew on its way shows the same settings (%s)',
  async (page) => {
    const saved: Blob[] = []
    URL.createObjectURL = vi.fn((blob: Blob) => {
      saved.push(blob)
      return 'blob:conf'
    })
    URL.revokeObjectURL = vi.fn()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await addDevice(page)
    await userEvent.click(screen.getByRole('button', { name: '설정 파일 내려받기' }))
    cleanup()

    await renderAt(page)

    const setup = within(await screen.findByRole('region', SETUP))
    await userEvent.click(setup.getByRole('button', { name: '설정 파일 내려받기' }))
    const [first, second] = await Promise.all(saved.map(confOf))
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(setup.getByText(/설정은 이 탭에만 있습니다/)).toBeTruthy()
  },
)

test('settings that are closed are gone from the tab', async () => {
  await addDevice(STATUS)

  await userEvent.click(screen.getByRole('button', { name: '완료' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '설정 닫기' }))

  await waitFor(() => expect(stored()).not.toContain('privateKey'))
})

test('the settings of a device that has connected are on the screen, and no more in the tab', async () => {
  await addDevice(STATUS)

  service = { ...service, devices: service.devices.map((device) => ({ ...device, connected: true })) }

  await waitFor(() => expect(stored()).not.toContain('privateKey'), { timeout: 4_000 })
  expect(screen.getByRole('region', SETUP)).toBeTruthy()
})

test('a connection that a demo makes up leaves the settings in the tab', async () => {
  service = aService({ pretendedUse: true })
  await addDevice(STATUS)
  service = { ...service, devices: service.devices.map((device) => ({ ...device, connected: true })) }

  cleanup()
  await renderAt(STATUS)

  expect(await screen.findByRole('region', SETUP)).toBeTruthy()
  expect(stored()).toContain('privateKey')
})

test('the settings of a device that was removed elsewhere are gone', async () => {
  await addDevice(STATUS)
  await waitFor(() => expect(screen.getByRole('button', { name: '내 안드로이드 폰 삭제' })).toBeTruthy())

  service = { ...service, devices: [] }

  await waitFor(() => expect(stored()).not.toContain('privateKey'), { timeout: 4_000 })
  expect(screen.queryByRole('region', SETUP)).toBeNull()
})

test('the settings of a device that was removed while the tab was away are not shown', async () => {
  await addDevice(STATUS)
  service = { ...service, devices: [] }

  await comeBack(STATUS)

  expect(screen.queryByRole('region', SETUP)).toBeNull()
})

const rekeyed = () => {
  const publicKey = 'YW5vdGhlcmtleWFub3RoZXJrZXlhbm90aGVya2V5YW4='
  service = { ...service, devices: service.devices.map((device) => ({ ...device, publicKey })) }
}
const moved = () => {
  service = {
    ...service,
    devices: service.devices.map((device) => ({ ...device, tunnelAddress: '10.64.9.9' })),
  }
}

test.each([
  ['a key that was made anew elsewhere', rekeyed],
  ['an address that a move has given', moved],
])('settings of before %s are gone, and the page says what to do', async (_, change) => {
  await addDevice(STATUS)
  await waitFor(() => expect(screen.getByRole('button', { name: '내 안드로이드 폰 삭제' })).toBeTruthy())

  change()

  const told = within(await screen.findByRole('dialog', {}, { timeout: 4_000 }))
  expect(told.getByText(/‘키 다시 만들기’를 눌러 주세요/)).toBeTruthy()
  await userEvent.click(told.getByRole('button', { name: '확인' }))
  expect(screen.queryByRole('region', SETUP)).toBeNull()
  expect(stored()).not.toContain('privateKey')
})

test('a tab that comes back after a key was made anew elsewhere shows no QR code of the old one', async () => {
  await addDevice(STATUS)
  rekeyed()

  await comeBack(STATUS)

  expect(screen.queryByRole('region', SETUP)).toBeNull()
  await waitFor(() => expect(stored()).not.toContain('privateKey'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '확인' }))
})

test('a key that is made anew here is shown, although the list still has the one before', async () => {
  await addDevice(STATUS)
  await waitFor(() => expect(screen.getByRole('button', { name: '내 안드로이드 폰 삭제' })).toBeTruthy())
  const before = /"privateKey":"[^"]+"/.exec(stored().replaceAll('\\', ''))?.[0]
  let renewed = ''
  shop.use(
    http.put('/api/v1/services/:id/devices/:device/key', async ({ request }) => {
      renewed = ((await request.json()) as { publicKey: string }).publicKey
      return answer({
        device: aDevice({ id: 91, name: '내 안드로이드 폰', publicKey: renewed }),
        tunnel: aTunnel(),
      })
    }),
  )

  await userEvent.click(screen.getByRole('button', { name: '완료' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '설정 닫기' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '내 안드로이드 폰 키 다시 만들기' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /만들기/ }))
  await waitFor(() => expect(renewed).not.toBe(''))

  await waitFor(() => expect(stored().replaceAll('\\', '')).not.toContain(before))
  expect(await screen.findByRole('region', SETUP)).toBeTruthy()
  expect(stored()).toContain('privateKey')
})

test('the settings of a service that has ended are gone', async () => {
  await addDevice(STATUS)
  cleanup()
  service = { ...service, state: 'expired' }

  await renderAt(STATUS)

  await waitFor(() => expect(stored()).not.toContain('privateKey'))
})

test.each<[who: string, Member | null]>([
  ['nobody', null],
  ['another member', aMember({ mberId: 'another1' })],
])('a key is gone from a tab that finds %s logged in', async (_, member) => {
  await addDevice(STATUS)
  cleanup()

  shop.use(memberIs(member))
  await renderAt('/static-ip')

  await waitFor(() => expect(stored()).not.toContain('privateKey'))
})

test('another member who comes to the page itself does not see the settings', async () => {
  await addDevice(STATUS)
  shop.use(memberIs(aMember({ mberId: 'another1' })))

  await comeBack(STATUS)

  expect(screen.queryByRole('region', SETUP)).toBeNull()
  await waitFor(() => expect(stored()).not.toContain('privateKey'))
})

test('after a day a tab keeps no key', async () => {
  await addDevice(STATUS)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000)

  await comeBack(STATUS)

  expect(screen.queryByRole('region', SETUP)).toBeNull()
  await waitFor(() => expect(stored()).not.toContain('privateKey'))
})

test('where storage is switched off, the page says that the settings must be saved first', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  await renderAt(STATUS)
  await userEvent.click(screen.getByRole('button', { name: '기기 추가' }))
  await userEvent.click(screen.getByRole('button', { name: '추가하기' }))

  const setup = within(await screen.findByRole('region', SETUP))

  expect(setup.getByText(/이 브라우저는 설정을 간직하지 못하니/)).toBeTruthy()
  vi.restoreAllMocks()
})
