import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { aMember, aService } from '../../../tests/builders'
import { renderAt } from '../../../tests/render'
import { answer, answerList, configIs, memberIs, refuse, shop } from '../../../tests/shop'
import type { AddressChange, ChangePreview } from '../../api/types'

const PAGE = '/mypage/change-ip?page=1'
const CHANGED = {
  id: 7,
  serviceId: 5,
  state: 'done',
  previousAddress: '203.0.113.10',
  address: '203.0.113.77',
  ipTicket: 1,
} as const

const aPreview = (differs: Partial<ChangePreview> = {}): ChangePreview => ({
  serviceId: 5,
  address: '203.0.113.10',
  carrier: 'KT',
  region: '서울',
  candidates: 12,
  otherNetworks: 3,
  restSeconds: 7 * 86_400,
  ticketUntil: '2027-11-20T15:00:00Z',
  isFinal: false,
  ipTicket: 2,
  ...differs,
})

const aChange = (differs: Partial<AddressChange> = {}): AddressChange => ({
  id: 7,
  serviceId: 5,
  planName: '고정 IP VPN',
  carrier: 'KT',
  isUndo: false,
  state: 'done',
  previousAddress: '203.0.113.10',
  address: '203.0.113.77',
  reason: 'blocked',
  changedAt: '2026-11-23T05:00:00Z',
  settledAt: '2026-11-23T05:00:01Z',
  undone: false,
  undo: null,
  madeBy: null,
  ...differs,
})

function holding({ services = [aService()], tickets = 2, changes = [] as AddressChange[] } = {}) {
  shop.use(
    memberIs(aMember({ ipTicket: tickets })),
    configIs({ ticketYn: 'Y' }),
    http.get('/api/v1/services', () => answerList(services)),
    http.get('/api/v1/ip-changes', () => answerList(changes)),
  )
}

const previewIs = (differs: Partial<ChangePreview> = {}) =>
  http.get('/api/v1/services/5/ip-change', () => answer(aPreview(differs)))

/** The modal outlives its test otherwise. */
const close = () => userEvent.click(screen.getByRole('button', { name: '확인' }))

async function ask() {
  await userEvent.click(await screen.findByRole('button', { name: '203.0.113.10 IP 변경' }))
  return within(await screen.findByRole('dialog', { name: 'IP를 변경하시겠습니까?' }))
}

test.each([
  { what: 'whoever has a fixed IP', services: [aService()], offered: ['교체권 구매하기'] },
  { what: 'whoever has none', services: [], offered: ['고정 IP 보기'] },
])('$what is offered what they can use, and nothing else', async ({ services, offered }) => {
  holding({ services, tickets: 0 })
  await renderAt(PAGE)

  const links = ['교체권 구매하기', '고정 IP 보기'].filter((name) => screen.queryByRole('link', { name }))
  expect(links).toEqual(offered)
})

test('a change shows what it means, is made with its reason, and lowers the number of tickets', async () => {
  const sent: unknown[] = []
  holding()
  shop.use(
    previewIs(),
    http.post('/api/v1/services/5/ip-change', async ({ request }) => {
      sent.push(await request.json())
      return answer(CHANGED)
    }),
  )
  await renderAt(PAGE)

  const asked = await ask()
  expect(await asked.findByText('12개 (다른 대역 3개 우선)')).toBeTruthy()
  expect(asked.getByText(/7일 동안 쉬었다가.*한 번 되돌릴 수 있고/)).toBeTruthy()
  await userEvent.selectOptions(asked.getByRole('combobox'), '이용하려는 곳에서 막혀 있음')
  await userEvent.type(asked.getByRole('textbox'), '게임에서 막힘')
  await userEvent.click(asked.getByRole('button', { name: '변경' }))

  expect(await screen.findByText('IP가 203.0.113.77로 변경되었습니다.')).toBeTruthy()
  expect(sent).toEqual([{ address: '203.0.113.10', reason: 'blocked', words: '게임에서 막힘' }])
  expect(within(screen.getByRole('region', { name: 'IP 교체권' })).getByText('1장')).toBeTruthy()
  await close()
})

test.each([
  { what: 'no address is free', preview: { candidates: 0 }, said: /변경해 드릴 수 있는 IP가 없습니다/ },
  { what: 'the ticket is gone', preview: { ipTicket: 0 }, said: '사용 가능한 IP 교체권이 없습니다.' },
])('where $what, the dialog says so and changes nothing', async ({ preview, said }) => {
  holding()
  shop.use(previewIs(preview))
  await renderAt(PAGE)

  const asked = await ask()
  expect(await asked.findByText(said)).toBeTruthy()
  expect(asked.getByRole('button', { name: '변경' })).toHaveProperty('disabled', true)
})

test('a change with a ticket that came back is said to be final', async () => {
  holding()
  shop.use(previewIs({ isFinal: true }))
  await renderAt(PAGE)

  expect(await (await ask()).findByText(/이번에는 되돌릴 수 없습니다/)).toBeTruthy()
})

test('a refusal stays beside the address', async () => {
  holding()
  shop.use(
    previewIs(),
    http.post('/api/v1/services/5/ip-change', () => refuse(409, 'no_other_address', '변경할 IP가 없습니다.')),
  )
  await renderAt(PAGE)

  const asked = await ask()
  await asked.findByText(/12개/)
  await userEvent.click(asked.getByRole('button', { name: '변경' }))

  expect((await screen.findByRole('alert')).textContent).toBe('변경할 IP가 없습니다.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  { state: 'done' as const, title: 'IP가 203.0.113.77로 변경되었습니다.' },
  { state: 'taken_back' as const, title: 'IP를 변경하지 못했습니다.' },
])('a change that waits for its gateway is followed until it is $state', async ({ state, title }) => {
  let asked = 0
  holding()
  shop.use(
    http.get('/api/v1/ip-changes', () => {
      asked += 1
      return answerList([aChange({ state: asked > 1 ? state : 'waiting' })])
    }),
  )
  await renderAt(PAGE)
  expect(screen.getByText(/새 IP를 적용하고 있습니다/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '203.0.113.10 IP 변경' })).toHaveProperty('disabled', true)

  await waitFor(() => expect(screen.queryByText(title)).toBeTruthy(), { timeout: 5000 })
  await waitFor(() => expect(screen.queryByText(/새 IP를 적용하고 있습니다/)).toBeNull())
  await close()
})

test('a change that waits is seen on every page of the history', async () => {
  holding()
  shop.use(
    http.get('/api/v1/ip-changes', ({ request }) =>
      new URL(request.url).searchParams.get('page') === '1'
        ? answerList([aChange({ state: 'waiting' })], { total: 30 })
        : answerList([aChange({ id: 1 })], { page: 2, total: 30 }),
    ),
  )
  await renderAt('/mypage/change-ip?page=2')

  expect(await screen.findByText(/새 IP를 적용하고 있습니다/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '1 페이지' }).getAttribute('href')).toBe('/mypage/change-ip?page=1')
})

test('a change can be undone while the old address rests, and says what becomes of the ticket', async () => {
  const sent: unknown[] = []
  const undo = { until: '2026-11-30T05:00:00Z', ticketReturns: true, ticketUntil: '2027-11-20T15:00:00Z' }
  holding({ tickets: 0, changes: [aChange({ undo })] })
  shop.use(
    http.post('/api/v1/ip-changes/7/undo', async ({ request }) => {
      sent.push(await request.json())
      return answer({ ...CHANGED, id: 8, previousAddress: '203.0.113.77', address: '203.0.113.10' })
    }),
  )
  await renderAt(PAGE)
  expect(screen.getByText('2026.11.30 14:00까지 한 번')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: '203.0.113.10 이전 IP로 되돌리기' }))
  const asked = within(await screen.findByRole('dialog', { name: '이전 IP로 되돌리시겠습니까?' }))
  expect(asked.getByText(/교체권 1장을 돌려드리며.*다음 변경은 되돌릴 수 없습니다/)).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: '되돌리기' }))

  expect(await screen.findByText('이전 IP 203.0.113.10으로 되돌렸습니다.')).toBeTruthy()
  expect(sent).toEqual([{ address: '203.0.113.77' }])
  expect(await within(screen.getByRole('region', { name: 'IP 교체권' })).findByText('1장')).toBeTruthy()
  await close()
})

test('the history says what became of each change', async () => {
  holding({
    changes: [
      aChange({ id: 4, isUndo: true }),
      aChange({ id: 3, undone: true }),
      aChange({ id: 2, state: 'taken_back' }),
      aChange({ id: 1, state: 'ended' }),
    ],
  })
  await renderAt(PAGE)

  for (const words of ['이전 IP로 돌아감', '되돌림', '변경하지 못함 · 교체권 돌려받음', '취소됨'])
    expect(screen.getByText(words)).toBeTruthy()
})

test('the history names the sub-id that made a change', async () => {
  holding({ changes: [aChange({ madeBy: 'minsu_kim' }), aChange({ id: 6 })] })
  await renderAt(PAGE)

  expect(screen.getAllByText(/서브 아이디 minsu_kim/)).toHaveLength(1)
})
