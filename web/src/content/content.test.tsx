import { waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aContentPage, aGuide, aRelease } from '../../tests/builders'
import { main } from '../../tests/page'
import { address, renderAt } from '../../tests/render'
import { answer, configIs, refuse, shop } from '../../tests/shop'
import type { Release } from '../api/types'

const HASH = aRelease().sha256 ?? ''

const releasesAre = (...releases: Release[]) => shop.use(http.get('/api/v1/releases', () => answer(releases)))

beforeEach(() =>
  shop.use(
    http.get('/api/v1/guides/:system', ({ params }) =>
      answer({ ...aGuide({ slug: String(params.system), title: `${params.system}에서 연결하기` }) }),
    ),
    http.get('/api/v1/content-pages/:slug', ({ params }) =>
      answer({
        ...aContentPage({
          slug: String(params.slug),
          title: params.slug === 'guide' ? '이용 방법' : '내려받기 안내',
          texts: {
            staticWhat: '늘 같은 주소입니다.',
            dynamicWhat: '그때마다 다른 주소입니다.',
            ticketWhat: '주소를 바꿉니다.',
            compareAddressStatic: '주소 하나',
            compareAddressDynamic: '대역에서 배정',
            payText: '카드로 결제합니다.',
            payHeldText: '주소를 잡아 둡니다.',
          },
          lead: '<p>여는 말입니다.</p>',
          sections: [{ id: '한계', title: '맞지 않는 일', html: '<p>메일 서버.</p>' }],
        }),
      }),
    ),
  ),
)

test('a guide shows its steps, a list of them, and where to go on', async () => {
  await renderAt('/use/android')

  expect(main().getByRole('heading', { level: 1, name: 'android에서 연결하기' })).toBeTruthy()
  expect(main().getByText('먼저 설치합니다.')).toBeTruthy()
  expect(main().getByText('2026.11.21 수정')).toBeTruthy()
  const contents = main().getAllByRole('navigation', { name: '이 안내의 차례' })
  for (const list of contents)
    expect(within(list).getByRole('link', { name: '하나' }).getAttribute('href')).toBe('#하나')
  expect(
    main()
      .getByRole('link', { name: /^안드로이드 다운로드/ })
      .getAttribute('href'),
  ).toBe('/download/android')
})

test('the four systems lead to each other, and the one at hand is marked', async () => {
  await renderAt('/use/macos')

  const tabs = within(main().getByRole('navigation', { name: '기기 종류' }))
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('맥(macOS)')
  await userEvent.click(tabs.getByRole('link', { name: '윈도우' }))
  await waitFor(() => expect(address()).toBe('/use/windows'))
})

test('the own system is named and led to, where it is another one', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
  )

  await renderAt('/use/windows')
  expect(main().getByRole('link', { name: '아이폰·아이패드 보기' }).getAttribute('href')).toBe('/use/ios')

  await userEvent.click(main().getByRole('link', { name: '아이폰·아이패드 보기' }))
  await waitFor(() => expect(address()).toBe('/use/ios'))
  expect(main().queryByRole('link', { name: '아이폰·아이패드 보기' })).toBeNull()
})

test('a missing guide is shown as a missing page', async () => {
  shop.use(http.get('/api/v1/guides/:system', () => refuse(404, 'not_found', '찾을 수 없습니다.')))

  await renderAt('/use/ios')

  expect(await main().findByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
})

test('the button comes first, and what the law wants known stands open below it', async () => {
  releasesAre(aRelease())

  await renderAt('/download/windows')

  const button = main().getByRole('link', { name: /제작사 서버에서 내려받기/ })
  expect(button.getAttribute('href')).toBe('https://maker.example/app.msi')
  for (const said of ['기능', '삭제 방법'])
    expect(
      main().getByRole('heading', { name: said }).compareDocumentPosition(button) &
        Node.DOCUMENT_POSITION_PRECEDING,
    ).toBeTruthy()
  for (const said of ['기능', '삭제 방법'])
    expect(main().getByRole('heading', { name: said }).closest('details')).toBeNull()
  expect(main().getByText(/설치하기 전에 아래의 기능/)).toBeTruthy()
})

test('checksums are folded', async () => {
  releasesAre(aRelease())

  await renderAt('/download/windows')

  expect(main().getByText(HASH).closest('details')?.open).toBe(false)
})

test('a hash is shown whole and can be copied', async () => {
  releasesAre(aRelease())
  const user = userEvent.setup()
  await renderAt('/download/windows')

  expect(main().getByText(HASH)).toBeTruthy()
  await user.click(main().getByRole('button', { name: 'SHA-256 복사' }))

  expect(await navigator.clipboard.readText()).toBe(HASH)
})

test('facts that only the store knows are not invented', async () => {
  releasesAre(
    aRelease({
      kind: 'store',
      version: null,
      releasedOn: null,
      sha256: null,
      url: 'https://apps.apple.com/kr/app/x/id1',
    }),
  )

  await renderAt('/download/ios')

  expect(main().getByText('스토어가 늘 최신 버전을 설치합니다')).toBeTruthy()
  expect(main().getByText('스토어의 앱 화면에 표시됩니다')).toBeTruthy()
  expect(main().queryByText('SHA-256')).toBeNull()
  expect(main().getByRole('link', { name: /App Store에서 설치하기/ })).toBeTruthy()
})

test('a file whose version nobody wrote down is not said to be the newest of a store', async () => {
  releasesAre(aRelease({ kind: 'file', version: null, url: '/download-files/app.msi' }))

  await renderAt('/download/windows')

  expect(main().getByText('크기')).toBeTruthy()
  expect(main().queryByText('버전')).toBeNull()
})

test('a file of our own is downloaded from us, with its size', async () => {
  releasesAre(aRelease({ kind: 'file', url: '/download-files/app.msi', size: 3_080_192 }))

  await renderAt('/download/windows')

  expect(main().getByText('3.1 MB')).toBeTruthy()
  const link = main().getByRole('link', { name: '윈도우용 앱 내려받기' })
  expect(link.getAttribute('href')).toBe(`/download-files/app.msi?sha256=${HASH.slice(0, 16)}`)
  expect(link.hasAttribute('download')).toBe(true)
})

test('older versions are folded, and repeat no facts', async () => {
  releasesAre(aRelease(), aRelease({ slug: 'windows-x64-1-1', version: '1.1', isLatest: false }))

  await renderAt('/download/windows')

  expect(main().getAllByRole('heading', { name: '삭제 방법' })).toHaveLength(1)
  const folded = main().getByText('이전 버전').closest('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toContain('1.1')
})

test('without a release the page says so', async () => {
  releasesAre()

  await renderAt('/download/macos')

  expect(main().getByText('아직 등록된 파일이 없습니다.')).toBeTruthy()
})

test('the guide explains fixed and dynamic addresses, how to buy, and what they cannot do', async () => {
  shop.use(configIs({ dynmYn: 'Y', ticketYn: 'Y' }))

  await renderAt('/guide')

  expect(main().getByRole('heading', { level: 1, name: '이용 방법' })).toBeTruthy()
  expect(main().getByText('그때마다 다른 주소입니다.')).toBeTruthy()
  expect(main().getByText('주소를 바꿉니다.')).toBeTruthy()
  const table = within(main().getByRole('table', { name: '고정 IP VPN과 유동 IP VPN 비교' }))
  expect(table.getByText('대역에서 배정')).toBeTruthy()
  expect(main().getByText(/주소를 잡아 둡니다/)).toBeTruthy()
  expect(main().getByRole('heading', { name: '맞지 않는 일' })).toBeTruthy()
})

test('the guide leaves out what is not sold', async () => {
  shop.use(configIs({ dynmYn: 'N', ticketYn: 'N' }))

  await renderAt('/guide')

  expect(main().getByText('늘 같은 주소입니다.')).toBeTruthy()
  expect(main().queryByText('그때마다 다른 주소입니다.')).toBeNull()
  expect(main().queryByText('대역에서 배정')).toBeNull()
  expect(main().queryByText('주소를 바꿉니다.')).toBeNull()
  expect(main().queryByRole('link', { name: /유동 IP/ })).toBeNull()
})
