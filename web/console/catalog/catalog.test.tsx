import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aPreview, desk, inShell, listed, renderConsole } from '../testing'

const PLAN = {
  id: 3,
  code: 'kt-seoul',
  kind: 'static',
  state: 'visible',
  name: 'KT 고정 IP',
  carrier: 'KT',
  region: '서울',
  free: 12,
  isSwitchedOn: true,
  prices: [{ months: 1, amount: 33_000 }],
}
const PAGE = {
  ...PLAN,
  description: '',
  deviceLimit: 2,
  connections: 2,
  uploadMbit: null,
  downloadMbit: null,
  position: 0,
  rotation: null,
  subscriptions: 42,
  versions: [
    {
      months: 1,
      minQuantity: null,
      figure: 33_000,
      effectiveFrom: '2026-01-01T00:00:00Z',
      state: 'present',
    },
    { months: null, minQuantity: 5, figure: 10, effectiveFrom: '2026-01-01T00:00:00Z', state: 'present' },
  ],
}

beforeEach(() => {
  inShell()
})

test('new prices send what differs, end a discount that was taken out, and say whom they reach first', async () => {
  const sent = desk({
    'GET /plans/3': PAGE,
    'POST /changes/catalog.prices/preview': aPreview({
      warnings: ['정기결제 42건은 동의해야 합니다.'],
      digest: 'd3',
    }),
    'POST /changes/catalog.prices': { made: {} },
    'GET /plans': { items: [PLAN] },
  })
  await renderConsole('/console/plans/3')

  await userEvent.click(await screen.findByRole('button', { name: '가격 바꾸기' }))
  const dialog = await screen.findByRole('dialog')
  const won = within(dialog).getByLabelText('원')
  await userEvent.clear(won)
  await userEvent.type(won, '36,300')
  await userEvent.click(within(dialog).getByRole('button', { name: '5 줄 빼기' }))
  await userEvent.click(within(dialog).getByRole('button', { name: '미리 보기' }))
  await screen.findByText('정기결제 42건은 동의해야 합니다.')
  await userEvent.type(screen.getByLabelText('사유'), '회선 요금 인상')
  await userEvent.click(screen.getByRole('button', { name: '이 가격으로 바꾸기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/catalog.prices')?.body).toMatchObject({
      target: 3,
      wish: { prices: [{ months: 1, amount: 36_300 }], discounts: [{ minQuantity: 5, percent: 0 }] },
      digest: 'd3',
      reason: '회선 요금 인상',
    }),
  )
})

test('prices of a coming moment are withdrawn together, after what the plan costs instead was seen', async () => {
  const since = '2099-03-01T15:00:00Z'
  const version = { months: 1, minQuantity: null, figure: 40_000, effectiveFrom: since, state: 'coming' }
  const sent = desk({
    'GET /plans/3': {
      ...PAGE,
      versions: [version, { ...version, months: null, minQuantity: 5, figure: 20 }, ...PAGE.versions],
    },
    'GET /record': listed([]),
    'POST /changes/catalog.prices_withdrawn/preview': aPreview({ digest: 'd4' }),
    'POST /changes/catalog.prices_withdrawn': { made: {} },
    'GET /plans': { items: [PLAN] },
  })
  await renderConsole('/console/plans/3')

  await userEvent.click(await screen.findByRole('button', { name: /시작할 가격 취소/ }))
  await userEvent.type(await screen.findByLabelText('사유'), '잘못 적은 금액')
  await userEvent.click(screen.getByRole('button', { name: '예정 가격 취소' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/catalog.prices_withdrawn')?.body).toMatchObject({
      target: 3,
      wish: { since },
      digest: 'd4',
      reason: '잘못 적은 금액',
    }),
  )
  await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /record')).toHaveLength(2))
})

test('a new plan needs a pool unless it is a ticket, and leads to its page', async () => {
  const sent = desk({
    'GET /plans': { items: [] },
    'GET /address-pools': { items: [{ id: 9, code: 'kt', carrier: 'KT', region: '서울', free: 4 }] },
    'POST /changes/catalog.make/preview': aPreview(),
    'POST /changes/catalog.make': { made: { id: 3 } },
    'GET /plans/3': PAGE,
  })
  const { address } = await renderConsole('/console/plans?make=1')

  const dialog = await screen.findByRole('dialog')
  // A kind is chosen from the beginning, so that choosing none is not offered.
  const kinds = within(dialog).getByLabelText<HTMLSelectElement>('종류')
  expect(Array.from(kinds.options, ({ text }) => text)).toEqual(['고정 IP', '유동 IP', 'IP 교체권'])
  await userEvent.type(within(dialog).getByLabelText('코드'), 'KT-seoul')
  await userEvent.type(within(dialog).getByLabelText('이름'), 'KT 고정 IP')
  const next = within(dialog).getByRole<HTMLButtonElement>('button', { name: '미리 보기' })
  expect(next.disabled).toBe(true)
  await userEvent.selectOptions(await within(dialog).findByLabelText('주소 풀'), '9')
  await userEvent.click(next)
  await userEvent.click(
    await within(screen.getByRole('dialog')).findByRole('button', { name: '상품 만들기' }),
  )

  await waitFor(() => expect(address()).toBe('/console/plans/3'))
  expect(sent.find(({ call }) => call === 'POST /changes/catalog.make')?.body).toEqual({
    target: null,
    wish: expect.objectContaining({
      kind: 'static',
      pool: 9,
      code: 'kt-seoul',
      name: 'KT 고정 IP',
      deviceLimit: 2,
      connections: 2,
    }),
    // No reason is asked for, and the server takes no empty one.
    key: expect.any(String),
    digest: 'd1',
  })
})

test('of a plan only the terms that differ are sent, and a static one has no terms of rotation', async () => {
  const sent = desk({
    'GET /plans/3': PAGE,
    'GET /plans': { items: [PLAN] },
    'POST /changes/catalog.plans/preview': aPreview({ digest: 'd5' }),
    'POST /changes/catalog.plans': { made: {} },
  })
  await renderConsole('/console/plans/3')

  await userEvent.click(await screen.findByRole('button', { name: '상품 바꾸기' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText(/하루 교체 횟수/)).toBeNull()
  await userEvent.clear(within(dialog).getByLabelText('기기 수'))
  await userEvent.type(within(dialog).getByLabelText('기기 수'), '4')
  await userEvent.click(within(dialog).getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '요청')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '상품 바꾸기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/catalog.plans')?.body).toMatchObject({
      target: 3,
      wish: { deviceLimit: 4 },
      digest: 'd5',
    }),
  )
})

test('a shop without plans says how to get one', async () => {
  desk({ 'GET /plans': { items: [] } })
  await renderConsole('/console/plans')

  await screen.findByText(/IP 주소를 등록한 다음/)
})
