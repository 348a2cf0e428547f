import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aDevice, aTunnel } from '../../../tests/builders'
import { renderAt } from '../../../tests/render'
import { answer, refuse, shop } from '../../../tests/shop'
import type { LinkedDevice, ShownLink } from '../../api/types'

const TOKEN = '5d'.repeat(32)
const PAGE = `/device-setup#${TOKEN}`
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0'

const shown = (): ShownLink => ({
  name: '김대리 휴대폰',
  planName: '고정 IP VPN',
  kind: 'static',
  carrier: 'KT',
  region: '서울',
  expiresAt: new Date(Date.now() + 42 * 60_000).toISOString(),
  hasPlace: true,
  pretendedUse: false,
  setup: null,
})

/** The shop's side of one link: what was sent, and whose it is by now. */
let sent: { path: string; body: { token: string; publicKey: string | null } }[] = []
let made: LinkedDevice | null = null
let link = shown()

beforeEach(() => {
  sent = []
  made = null
  link = shown()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  shop.use(
    http.post('/api/v1/device-links/look-up', async ({ request }) => {
      const body = (await request.json()) as { token: string; publicKey: string | null }
      sent.push({ path: 'look-up', body })
      if (!made) return answer(link)
      return body.publicKey === made.device.publicKey
        ? answer({ ...link, setup: made })
        : refuse(410, 'device_link_used', '이 링크로 이미 기기 한 대를 설정했습니다.')
    }),
    http.post('/api/v1/device-links/use', async ({ request }) => {
      const body = (await request.json()) as { token: string; publicKey: string }
      sent.push({ path: 'use', body })
      made ??= {
        device: aDevice({ name: link.name, publicKey: body.publicKey }),
        tunnel: aTunnel(),
        address: '203.0.113.10',
        pretendedUse: link.pretendedUse,
      }
      return answer(made, 201)
    }),
  )
})

const start = () => screen.findByRole('button', { name: '이 휴대폰 설정하기' })
const used = () => sent.filter(({ path }) => path === 'use')
const keysOf = (calls: typeof sent) => calls.map(({ body }) => body.publicKey)

/** The page is loaded anew in the same tab. */
async function reload() {
  cleanup()
  await renderAt(PAGE)
}

test('a link says what it is for and what is recorded, and to look at it spends nothing', async () => {
  await renderAt(PAGE)

  await start()
  const main = within(screen.getByRole('main'))
  expect(main.getByText('김대리 휴대폰')).toBeTruthy()
  expect(main.getByText('KT · 서울')).toBeTruthy()
  expect(main.getByText(/까지 \(4[12]분 남음\)/)).toBeTruthy()
  expect(main.getByText(/방문한 사이트와 통신 내용은 기록하지 않습니다/)).toBeTruthy()
  expect(main.getByText(/접속한 기기의 IP는 볼 수 없습니다/)).toBeTruthy()
  expect(sent.map(({ path }) => path)).toEqual(['look-up'])
})

test('while a link is asked for, the page says so', async () => {
  let arrive = () => {}
  const slow = new Promise<void>((resolve) => {
    arrive = resolve
  })
  shop.use(http.post('/api/v1/device-links/look-up', () => slow.then(() => answer(link))))
  await renderAt(PAGE)
  expect(screen.getByText('링크를 확인하고 있습니다.')).toBeTruthy()
  arrive()

  await start()
  expect(screen.queryByText('링크를 확인하고 있습니다.')).toBeNull()
})

test('a press sends the token and a public key, and shows the way for this very phone', async () => {
  await renderAt(PAGE)

  await userEvent.click(await start())

  expect(await screen.findByRole('button', { name: '설정 파일 보내기' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '김대리 휴대폰' })).toBe(document.activeElement)
  expect(screen.queryByText(/로그인해 이용현황/)).toBeNull()
  const [call] = used()
  expect(Object.keys(call?.body ?? {}).sort()).toEqual(['publicKey', 'token'])
  const kept = JSON.parse(sessionStorage.getItem('ieum:device-setup') ?? '{}')
  expect(JSON.stringify(sent)).not.toContain(kept.privateKey)
  expect(JSON.stringify(localStorage)).not.toContain(kept.privateKey)
})

test.each([
  [IPHONE, '이 휴대폰 설정하기', '설정 파일 보내기', false, 1280],
  [WINDOWS, '이 컴퓨터 설정하기', '.conf 내려받기', false, 1420],
  [WINDOWS, '이 컴퓨터 설정하기', '.conf 내려받기', true, 1280],
])('%s gets packets that fit its way', async (system, begin, take, isSmall, mtu) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(system)
  let taken = new Blob()
  URL.createObjectURL = vi.fn((blob: Blob) => {
    taken = blob
    return 'blob:conf'
  })
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await renderAt(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: begin }))
  const press = await screen.findByRole('button', { name: take })

  if (isSmall) await userEvent.click(screen.getByRole('checkbox', { name: /작은 패킷/, hidden: true }))
  await userEvent.click(press)

  await waitFor(async () => expect(await taken.text()).toContain(`\nMTU = ${mtu}\n`))
})

test('a page that is loaded anew still has the settings, and asks for no second device', async () => {
  await renderAt(PAGE)
  await userEvent.click(await start())
  await screen.findByRole('button', { name: '설정 파일 보내기' })

  await reload()

  expect(await screen.findByRole('button', { name: '설정 파일 보내기' })).toBeTruthy()
  expect(used()).toHaveLength(1)
})

test('an answer that was lost is asked for again with the same key', async () => {
  let isLost = true
  shop.use(
    http.post('/api/v1/device-links/use', () => {
      if (!isLost) return undefined
      isLost = false
      return HttpResponse.error()
    }),
  )
  await renderAt(PAGE)
  await userEvent.click(await start())
  expect(await screen.findByText(/서버에 연결하지 못했습니다/)).toBeTruthy()
  const before = JSON.parse(sessionStorage.getItem('ieum:device-setup') ?? '{}').publicKey

  await userEvent.click(await start())

  await screen.findByRole('button', { name: '설정 파일 보내기' })
  expect(keysOf(used())).toEqual([before])
})

test('where the page was lost with the answer, its key still opens what it has set up', async () => {
  shop.use(
    http.post('/api/v1/device-links/use', async ({ request }) => {
      const { publicKey } = (await request.json()) as { publicKey: string }
      const device = aDevice({ publicKey })
      made = { device, tunnel: aTunnel(), address: '203.0.113.10', pretendedUse: false }
      return HttpResponse.error()
    }),
  )
  await renderAt(PAGE)
  await userEvent.click(await start())
  await screen.findByText(/서버에 연결하지 못했습니다/)

  await reload()

  expect(await screen.findByRole('button', { name: '설정 파일 보내기' })).toBeTruthy()
})

test('the connection check turns green by itself', async () => {
  await renderAt(PAGE)
  await userEvent.click(await start())
  expect(await screen.findByText('연결 대기 중')).toBeTruthy()

  made = made && { ...made, device: { ...made.device, connected: true } }

  expect(await screen.findByText('접속중', {}, { timeout: 6_000 })).toBeTruthy()
  expect(screen.getByText(/주소로 인터넷에 접속합니다/).textContent).toContain('203.0.113.10')
})

test('with “완료” the key is gone from the tab, and the link is said to be used', async () => {
  await renderAt(PAGE)
  await userEvent.click(await start())
  await screen.findByRole('button', { name: '설정 파일 보내기' })

  await userEvent.click(screen.getByRole('button', { name: '완료' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: '설정 마치기' }))

  expect(await screen.findByRole('heading', { name: '설정을 마쳤습니다' })).toBeTruthy()
  expect(sessionStorage.getItem('ieum:device-setup')).toBeNull()
  await reload()
  expect(await screen.findByRole('heading', { name: '이미 사용한 링크입니다' })).toBeTruthy()
})

test.each([
  [410, 'device_link_used', '이미 사용한 링크입니다'],
  [410, 'device_link_expired', '유효 시간이 지났습니다'],
  [410, 'device_link_withdrawn', '취소된 링크입니다'],
  [410, 'device_link_over', '지금은 쓸 수 없는 링크입니다'],
  [404, 'unknown_device_link', '알 수 없는 링크입니다'],
])('%i %s: whoever has the link is told why', async (status, code, title) => {
  shop.use(http.post('/api/v1/device-links/look-up', () => refuse(status, code, '새 링크를 받아 주세요.')))
  await renderAt(PAGE)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('새 링크를 받아 주세요.')
  expect(screen.queryByRole('button', { name: /설정하기$/ })).toBeNull()
})

test.each(['/device-setup', '/device-setup#5d5d'])(
  '%s: a link that was cut says so and asks nothing',
  async (path) => {
    await renderAt(path)

    expect(await screen.findByRole('heading', { name: '링크가 완전하지 않습니다' })).toBeTruthy()
    expect(sent).toEqual([])
  },
)

test('a link that was cut opens nothing, and not what the tab was opened with before', async () => {
  await renderAt(PAGE)
  await start()
  cleanup()
  await renderAt('/device-setup#5d5d')

  expect(await screen.findByRole('heading', { name: '링크가 완전하지 않습니다' })).toBeTruthy()
})

test('a link within the page does not make it forget its token', async () => {
  await renderAt(PAGE)
  await start()
  cleanup()

  await renderAt('/device-setup#content')

  expect(await start()).toBeTruthy()
})

test('without a free place it says so, and the press says it again', async () => {
  link = { ...link, hasPlace: false }
  shop.use(
    http.post('/api/v1/device-links/use', () =>
      refuse(409, 'no_place_for_device', '등록할 수 있는 기기 수가 모두 찼습니다.'),
    ),
  )
  await renderAt(PAGE)
  await start()
  expect(screen.getByText(/쓰지 않는 기기를 삭제하면 설정하실 수 있습니다/)).toBeTruthy()

  await userEvent.click(await start())

  expect((await screen.findByRole('alert')).textContent).toBe('등록할 수 있는 기기 수가 모두 찼습니다.')
  await waitFor(() => expect(screen.getByRole('button', { name: '이 휴대폰 설정하기' })).toBeTruthy())
})

test('in a demo it says so before the press and after', async () => {
  link = { ...link, pretendedUse: true }
  await renderAt(PAGE)
  const press = await start()
  expect(screen.getByText(/^데모입니다/)).toBeTruthy()

  await userEvent.click(press)

  await screen.findByRole('heading', { name: link.name })
  expect(screen.getByText(/^데모입니다/)).toBeTruthy()
})

test('in the browser of a messenger it leads to the phone’s own', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${IPHONE} KAKAOTALK 11.2.0`)
  await renderAt(PAGE)

  await start()
  const out = screen.getByRole('link', { name: '브라우저에서 열기' })
  expect(out.getAttribute('href')).toBe(
    `kakaotalk://web/openExternal?url=${encodeURIComponent(location.href)}`,
  )
})
