import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { aMember } from '../../tests/builders'
import { main } from '../../tests/page'
import { address, renderAt } from '../../tests/render'
import { answer, configIs, memberIs, refuse, shop } from '../../tests/shop'

afterEach(() => vi.unstubAllGlobals())

const header = () => within(screen.getByRole('banner'))

test('the header offers a visitor the login and a member the button 내 IP', async () => {
  const visitor = await renderAt('/')
  expect(header().getAllByRole('link', { name: '로그인' })).not.toHaveLength(0)
  expect(header().queryByRole('button', { name: '내 IP' })).toBeNull()
  visitor.unmount()

  shop.use(memberIs(aMember()))
  await renderAt('/')
  expect(header().getByRole('button', { name: '내 IP' })).toBeTruthy()
})

test('the header shows the logo once it is ours, and the name until then', async () => {
  shop.use(configIs({ logo: 'https://elsewhere.example/logo.png' }))
  const before = await renderAt('/')
  const home = () => header().getByRole('link', { name: '이음 홈' })
  expect(home().querySelector('img')).toBeNull()
  expect(home().textContent).toBe('이음')
  before.unmount()

  shop.use(configIs({ logo: '/files/0123456789abcdef-site-logo.png' }))
  await renderAt('/')
  expect(home().querySelector('img')?.getAttribute('src')).toBe('/files/0123456789abcdef-site-logo.png')
})

test('the menu of a visitor lacks mypage', async () => {
  await renderAt('/')

  expect(screen.queryAllByText('이용현황')).toHaveLength(0)
})

test('a product that is switched off is not in the menu', async () => {
  shop.use(configIs({ sttcYn: 'N' }))

  await renderAt('/login')

  expect(screen.queryByRole('link', { name: '고정 IP VPN' })).toBeNull()
})

test('a visitor at a member page is sent to the login with the way back', async () => {
  await renderAt('/mypage/service-status/normal?page=2')

  expect(address()).toBe('/login?callbackUrl=%2Fmypage%2Fservice-status%2Fnormal%3Fpage%3D2')
})

test('the footer shows what the law requires of a seller', async () => {
  await renderAt('/')

  const footer = within(screen.getByRole('contentinfo'))
  for (const fact of [
    '주식회사 이음네트웍스',
    '김이음',
    '제2026-서울중구-01234호',
    '서울특별시 중구 세종대로 110',
  ]) {
    expect(footer.getAllByText(fact)).not.toHaveLength(0)
  }
  expect(footer.getByRole('link', { name: '사업자정보확인' }).getAttribute('href')).toBe(
    'https://www.ftc.go.kr/bizCommPop.do?wrkr_no=1234567891',
  )
})

test('the footer leads to what anybody may check, but not from below the pay button', async () => {
  const { unmount } = await renderAt('/')
  const links = () => within(screen.getByRole('navigation', { name: '바닥글 메뉴' }))
  expect(links().getByRole('link', { name: '내 IP 확인' }).getAttribute('href')).toBe('/my-ip')
  expect(links().getByRole('link', { name: '이용 확인서 조회' }).getAttribute('href')).toBe('/verify')
  unmount()

  shop.use(memberIs(aMember()))
  await renderAt('/static-ip/payment/normal')

  expect(links().getByRole('link', { name: '이용약관' })).toBeTruthy()
  expect(links().queryByRole('link', { name: '내 IP 확인' })).toBeNull()
})

test('a link navigates within the document, sets the title and moves the focus', async () => {
  await renderAt('/')

  await userEvent.click(main().getByRole('link', { name: '고정 IP VPN 보기' }))

  await waitFor(() => expect(document.title).toBe('이음 | 고정 IP VPN'))
  expect(address()).toBe('/static-ip')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a page that cannot be loaded says so inside the shell, and the next one works', async () => {
  shop.use(http.get('/api/v1/catalog/plans', () => refuse(503, 'unavailable', '잠시 후 다시 시도해 주세요.')))

  await renderAt('/static-ip')
  expect(await screen.findByText('잠시 후 다시 시도해 주세요.')).toBeTruthy()

  await userEvent.click(header().getAllByRole('link', { name: '로그인' })[0] as HTMLElement)
  expect(await main().findByRole('heading', { name: '로그인' })).toBeTruthy()
})

test('an unknown address shows the page for it', async () => {
  await renderAt('/nowhere')

  expect(main().getByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
})

test('the home page shows the address of the visitor, or a dash if that fails', async () => {
  const page = await renderAt('/')
  expect(await main().findByText('203.0.113.7')).toBeTruthy()
  page.unmount()

  shop.use(http.get('/api/get-ip', () => HttpResponse.error()))
  await renderAt('/')
  await waitFor(() =>
    expect(main().getByText('지금 접속 중인 IP').closest('div')?.textContent).toContain('-'),
  )
})

test('the dot on 내 IP is filled only where the server says that this browser comes through a service', async () => {
  shop.use(
    memberIs(aMember({ useSvCnt: 1 })),
    http.get('/api/v1/services/connection', () => answer({ connected: true, waiting: false }), {
      once: true,
    }),
  )
  const { unmount } = await renderAt('/')
  expect(await header().findByRole('button', { name: /연결됨.*내 IP/ })).toBeTruthy()
  unmount()

  shop.use(http.get('/api/v1/services/connection', () => answer({ connected: false, waiting: false })))
  await renderAt('/')
  expect(header().getByRole('button', { name: '내 IP' }).querySelector('.bg-ok')).toBeNull()
})

test('a member without services is asked nothing about a connection', async () => {
  const asked: string[] = []
  shop.use(
    memberIs(aMember({ useSvCnt: 0 })),
    http.get('/api/v1/services/connection', ({ request }) => {
      asked.push(request.url)
      return answer({ connected: true, waiting: false })
    }),
  )
  await renderAt('/')

  expect(header().getByRole('button', { name: '내 IP' }).querySelector('.bg-ok')).toBeNull()
  expect(asked).toEqual([])
})

test.each([
  ['/', '/login'],
  ['/nowhere?a=1', '/login?callbackUrl=%2Fnowhere%3Fa%3D1'],
  ['/login?callbackUrl=%2Fguide', '/login?callbackUrl=%2Fguide'],
])('at %s the header leads to %s', async (path, login) => {
  await renderAt(path)

  const links = header().getAllByRole('link', { name: '로그인' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(links.map(() => login))
})

test('an address above a group of pages leads to the first of them, with its query', async () => {
  await renderAt('/mypage?a=1')

  // A visitor is then sent to the login, as from any page of members.
  expect(address()).toBe(
    `/login?callbackUrl=${encodeURIComponent('/mypage/service-status/normal?page=1&a=1')}`,
  )
})

test.each([
  ['a visitor on a phone', '/login', null, true],
  ['a visitor at a desk', '/nowhere', null, false],
  ['a member on a phone', '/nowhere', aMember({ useSvCnt: 0 }), true],
])('%s who presses remote support in a text is at %s afterwards', async (_, at, member, isNarrow) => {
  const url = 'https://help.example/'
  shop.use(memberIs(member), configIs({ remoteSupportUrl: url }))
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }))
  await renderAt('/nowhere')
  const link = Object.assign(document.createElement('a'), {
    href: `${url}start`,
    textContent: '원격지원 시작',
  })
  link.addEventListener('click', (event) => event.preventDefault()) // jsdom cannot leave the page
  screen.getByRole('main').append(link)

  await userEvent.click(link)

  await waitFor(() => expect(address()).toBe(at))
})
