import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aConfig, aDevice, aMember, aService } from '../../tests/builders'
import { main, press } from '../../tests/page'
import { renderAt } from '../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../tests/shop'
import type { Member } from '../api/types'
import { menuFor } from '../site'

const aSubId = (differs: Partial<Member> = {}) =>
  aMember({ mberId: 'sales_kim', email: '', phone: '', kind: 'sub_id', ...differs })

const RIGHTS = { deviceLimit: 2, changeLimit: 0, changesLeft: 0, seesRecord: false }

const servicesAre = (...services: ReturnType<typeof aService>[]) =>
  [
    http.get('/api/v1/services', () => answerList(services)),
    http.get('/api/v1/services/:id', () => answer(services[0])),
  ] as const

const mypageOf = (member: Member) =>
  menuFor(aConfig({ ticketYn: 'Y' }), member)
    .find(({ mypage }) => mypage)
    ?.items.map(({ label }) => label)

beforeEach(() =>
  shop.use(
    memberIs(aSubId()),
    ...servicesAre(aService({ mayRenew: false, rights: RIGHTS, devices: [aDevice()] })),
  ),
)

test.each([
  ['a sub-id', aSubId(), ['이용현황', '보안·비밀번호', '활동 기록']],
  [
    'one that may change addresses',
    aSubId({ ipTicket: 2 }),
    ['이용현황', 'IP 변경', '보안·비밀번호', '활동 기록'],
  ],
  [
    'one that has none left but may undo the last one',
    aSubId({ mayUndo: true }),
    ['이용현황', 'IP 변경', '보안·비밀번호', '활동 기록'],
  ],
  ['an owner who looks as one', aSubId({ kind: 'acting' }), ['이용현황', '활동 기록']],
])('the menu of %s leads to its own pages alone', (_, member, labels) => {
  expect(mypageOf(member)).toEqual(labels)
})

test('the menu of a member has nothing of a sub-id', () => {
  expect(mypageOf(aMember())).not.toContain('보안·비밀번호')
})

test.each(['/mypage/points', '/mypage/payment-history', '/support/inquiry', '/mypage/leave'])(
  'the page %s of members is not there',
  async (path) => {
    await renderAt(path)

    expect(main().getByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
  },
)

test('at a checkout it is told who buys', async () => {
  await renderAt('/static-ip/payment/normal')

  expect(main().getByRole('heading', { name: '서브 아이디로는 구매하실 수 없습니다' })).toBeTruthy()
})

test('the page of a product has no button that leads to a checkout', async () => {
  await renderAt('/static-ip')

  expect(main().getByText(/서브 아이디를 만든 회원이 구매할 수 있습니다/)).toBeTruthy()
  expect(main().queryByRole('link', { name: '구매하기' })).toBeNull()
})

test('a member has no page of sub-ids', async () => {
  shop.use(memberIs(aMember()))
  await renderAt('/mypage/security')

  expect(main().getByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
})

test('a service shows its rights, and nothing that it may not do', async () => {
  await renderAt('/mypage/service-status/normal')

  expect(main().getByText('기기 2대까지 · IP 변경 없음')).toBeTruthy()
  expect(main().getByRole('button', { name: '기기 추가' })).toBeTruthy()
  for (const hidden of ['연장하기', '이용 기록', '이용 확인서', 'IP 변경'])
    expect(main().queryByText(hidden)).toBeNull()
})

test('it sets up devices of others within its share, and is told whose they are then', async () => {
  shop.use(http.get('/api/v1/services/5/device-links', () => answer([])))
  await renderAt('/mypage/service-status/normal')

  await userEvent.click(main().getByRole('button', { name: '다른 사람의 기기 설정하기' }))

  const panel = within(await screen.findByRole('region', { name: '다른 사람의 기기 설정하기' }))
  expect(panel.getByText(/설정된 기기는 이 서브 아이디의 기기로 세고/)).toBeTruthy()
  expect(panel.getByRole('button', { name: '링크 만들기' })).toBeTruthy()
})

test('with its share used up it makes no link, though the product has places left', async () => {
  const rights = { ...RIGHTS, deviceLimit: 1 }
  shop.use(
    ...servicesAre(aService({ deviceLimit: 5, rights, devices: [aDevice()] })),
    http.get('/api/v1/services/5/device-links', () => answer([])),
  )
  await renderAt('/mypage/service-status/normal')

  await userEvent.click(main().getByRole('button', { name: '다른 사람의 기기 설정하기' }))

  await screen.findByRole('region', { name: '다른 사람의 기기 설정하기' })
  expect(screen.queryByRole('button', { name: '링크 만들기' })).toBeNull()
})

test('without a share of devices it sets up none', async () => {
  shop.use(...servicesAre(aService({ rights: { ...RIGHTS, deviceLimit: 0 } })))
  await renderAt('/mypage/service-status/normal')

  expect(main().getByText('기기 추가 없음 · IP 변경 없음')).toBeTruthy()
  expect(main().queryByText('다른 사람의 기기 설정하기')).toBeNull()
})

test('what it was given is there', async () => {
  shop.use(
    memberIs(aSubId({ ipTicket: 2 })),
    ...servicesAre(
      aService({
        rights: { deviceLimit: 2, changeLimit: 5, changesLeft: 3, seesRecord: true },
        mayRenew: false,
      }),
    ),
  )
  await renderAt('/mypage/service-status/normal')

  expect(main().getByText('기기 2대까지 · IP 변경 2번 가능 · 이용 기록 보기')).toBeTruthy()
  expect(main().getByRole('link', { name: /이용 기록/ })).toBeTruthy()
  expect(main().getByRole('link', { name: /\d IP 변경$/ })).toBeTruthy()
})

test('an owner who looks as it is told so on every page, and can change nothing', async () => {
  shop.use(memberIs(aSubId({ kind: 'acting' })))
  await renderAt('/mypage/service-status/normal')

  const bar = await screen.findByRole('region', { name: '서브 아이디 화면 보기' })
  expect(bar.textContent).toContain('서브 아이디 sales_kim의 화면을 보고 있습니다. 바꿀 수는 없습니다.')
  expect(screen.getByRole('button', { name: '보기 끝내기' })).toBeTruthy()
  expect(main().queryByRole('button', { name: '기기 추가' })).toBeNull()
  expect(main().queryByRole('button', { name: /삭제/ })).toBeNull()
  expect(main().queryByText('다른 사람의 기기 설정하기')).toBeNull()
})

test.each(['/mypage/sub-id-management/31', '/mypage/points', '/static-ip/payment/normal'])(
  'an owner who looks as a sub-id is told that their own page %s waits until the look is ended',
  async (path) => {
    shop.use(memberIs(aSubId({ kind: 'acting' })))
    await renderAt(path)

    expect(main().getByRole('heading', { name: '보기를 끝내신 뒤 여실 수 있는 페이지입니다' })).toBeTruthy()
    expect(main().getByText(/지금은 서브 아이디 sales_kim의 화면을 보고 있어/)).toBeTruthy()
    expect(main().getByText(/보기 끝내기/)).toBeTruthy()
    expect(main().getByRole('link', { name: '이용현황 보기' })).toBeTruthy()
  },
)

test.each(['/mypage/security', '/mypage/nothing', '/support/notice/nothing/there'])(
  'an owner who looks as a sub-id is promised nothing at %s, which they have not either',
  async (path) => {
    shop.use(memberIs(aSubId({ kind: 'acting' })))
    await renderAt(path)

    expect(main().getByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeTruthy()
  },
)

test.each([
  ['the page of the sub-id', () => answer({ subId: 31 }), '/mypage/sub-id-management/31'],
  [
    'the list, where another tab has ended it',
    () => refuse(404, 'not_found', '찾을 수 없습니다.'),
    '/mypage/sub-id-management?page=1',
  ],
])('whoever ends it is back at %s', async (_, ended, to) => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  shop.use(memberIs(aSubId({ kind: 'acting' })), http.post('/api/v1/sub-id/act/end', ended))
  await renderAt('/mypage/service-status/normal')
  await press('보기 끝내기')

  await waitFor(() => expect(assign).toHaveBeenCalledWith(to))
  vi.unstubAllGlobals()
})

test('nobody else sees the bar', async () => {
  await renderAt('/mypage/service-status/normal')

  expect(screen.queryByRole('region', { name: '서브 아이디 화면 보기' })).toBeNull()
})
