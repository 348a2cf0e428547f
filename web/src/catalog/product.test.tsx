import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, anOpenOrder, aPlan } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { configIs, memberIs, openOrdersAre, plansAre, shop } from '../../tests/shop'

const summary = () => within(screen.getByRole('complementary', { name: '선택한 상품' }))

test('the total follows the period, and the choice goes along to the checkout', async () => {
  await renderAt('/static-ip')
  expect(summary().getByText('33,000')).toBeTruthy()

  await userEvent.click(screen.getByRole('radio', { name: /^12개월/ }))

  expect(summary().getByText('330,000')).toBeTruthy()
  expect(summary().getByRole('link', { name: '구매하기' }).getAttribute('href')).toBe(
    '/static-ip/payment/normal?planId=1&months=12',
  )
})

test('another carrier keeps the period and shows its own price', async () => {
  const other = aPlan({ id: 2, carrier: 'LG U+', region: '부산' })
  shop.use(
    plansAre([
      aPlan(),
      {
        ...other,
        prices: other.prices.map((price) => ({ ...price, amount: price.amount + 1_000 })),
      },
    ]),
  )
  await renderAt('/static-ip')

  await userEvent.click(screen.getByRole('radio', { name: /LG U\+/ }))

  expect(summary().getByText('34,000')).toBeTruthy()
  expect(summary().getByText('LG U+ · 부산')).toBeTruthy()
})

test('what is sold out cannot be bought and says where to turn', async () => {
  shop.use(plansAre([aPlan({ stock: 0 })]))

  await renderAt('/static-ip')

  expect(summary().queryByRole('link')).toBeNull()
  expect(summary().getByRole('button', { name: '품절' })).toHaveProperty('disabled', true)
  expect(summary().getByText('현재 배정 가능한 IP가 없습니다. 고객센터로 문의해 주세요.')).toBeTruthy()
})

test('a plan with a speed says how fast it is, and one without says nothing of it', async () => {
  shop.use(plansAre([aPlan({ downloadMbit: 100, uploadMbit: 10 })]))
  const first = await renderAt('/static-ip')
  expect(screen.getByText(/다운로드 최대 100Mbps, 업로드 최대 10Mbps입니다/)).toBeTruthy()
  first.unmount()

  shop.use(plansAre([aPlan()]))
  await renderAt('/static-ip')
  expect(screen.queryByText('속도')).toBeNull()
})

test('plans that differ in speed are told apart by it', async () => {
  const fast = aPlan({ id: 2, carrier: 'LG U+' })
  shop.use(plansAre([aPlan({ downloadMbit: 100, uploadMbit: 100 }), fast]))

  await renderAt('/static-ip')

  expect(screen.getByRole('radio', { name: /KT.*최대 100Mbps/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /LG U\+.*속도 제한 없음/ })).toBeTruthy()
})

test('a shop without plans says so', async () => {
  shop.use(plansAre([]))

  await renderAt('/static-ip')

  expect(screen.getByText('지금은 판매 중인 상품이 없습니다.')).toBeTruthy()
})

test('the only carrier is a line of text, and each price of one stands there once', async () => {
  await renderAt('/static-ip')

  expect(screen.queryByRole('group', { name: '통신사' })).toBeNull()
  for (const amount of ['94,000', '178,000', '330,000']) expect(screen.getAllByText(amount)).toHaveLength(1)
})

test.each([
  ['static', '/static-ip', true],
  ['dynamic', '/dynamic-ip', true],
  ['ticket', '/ip-ticket', false],
] as const)(
  'the page of a %s product says in sight what no address can do: %s',
  async (kind, path, isSaid) => {
    shop.use(configIs({ dynmYn: 'Y', ticketYn: 'Y' }), plansAre([aPlan({ kind })]))
    await renderAt(path)

    const said = screen.queryByText('밖에서 들어오는 접속은 받지 않습니다.')
    expect(said !== null).toBe(isSaid)
    expect(said?.closest('details') ?? null).toBeNull()
  },
)

test('the facts are folded under their names', async () => {
  await renderAt('/static-ip')

  const facts = screen.getByText(/IP 1개당 기기 3대 등록/).closest('details')
  expect(facts?.open).toBe(false)
})

test.each([
  ['Y', 1, true],
  ['N', 1, false],
  ['Y', 3, false],
] as const)(
  'what happens to the device before is said only where it happens (enforced: %s, at once: %i)',
  async (connYn, connections, isSaid) => {
    shop.use(configIs({ connYn }), plansAre([aPlan({ deviceLimit: 3, connections })]))
    await renderAt('/static-ip')

    const summary = within(screen.getByRole('complementary', { name: '선택한 상품' }))
    expect(summary.getByText(new RegExp(`3대 등록 · 동시 ${connections}대`))).toBeTruthy()
    expect(summary.queryByText('새 기기를 연결하면 먼저 연결한 기기가 멈춥니다.') !== null).toBe(isSaid)
  },
)

const LARGE = aPlan({
  maxQuantity: 5,
  maxQuantityOfRegulars: 20,
  quantityDiscounts: [
    { minQuantity: 3, percent: 5 },
    { minQuantity: 10, percent: 10 },
  ],
})

async function chooseMost() {
  const more = screen.getByRole('button', { name: '수량 늘리기' })
  while (!(more as HTMLButtonElement).disabled) await userEvent.click(more)
}

test('a visitor is told how many can be bought at once, and is offered no discount beyond it', async () => {
  shop.use(plansAre([LARGE]))
  await renderAt('/static-ip')

  await chooseMost()

  expect(screen.getByText(/지금은 한 번에 5개까지 살 수 있습니다/).textContent).toContain(
    '결제하고 7일이 지나면 카드로 20개까지 살 수 있습니다.',
  )
  expect(screen.queryByText(/10개부터/)).toBeNull()
  expect(screen.queryByRole('rowheader', { name: '10개 이상' })).toBeNull()
})

test('who has paid before is offered what they may hold, with its discount', async () => {
  shop.use(plansAre([LARGE]), memberIs(aMember()), openOrdersAre([], true))
  await renderAt('/static-ip')

  expect(await screen.findByRole('rowheader', { name: '10개 이상', hidden: true })).toBeTruthy()
  await chooseMost()

  expect(screen.getByText('지금은 한 번에 20개까지 살 수 있습니다.', { exact: false }).textContent).toContain(
    '10%',
  )
})

test('who holds the last address themselves goes on paying for it', async () => {
  shop.use(
    plansAre([aPlan({ stock: 0 })]),
    memberIs(aMember()),
    openOrdersAre([anOpenOrder({ orderId: '20261120-ABCDEFGHJK' })]),
  )
  await renderAt('/static-ip')

  const link = await screen.findByRole('link', { name: '주문 이어서 결제하기' })

  expect(link.getAttribute('href')).toContain('20261120-ABCDEFGHJK')
  expect(screen.queryByText(/배정 가능한 IP가 없습니다/)).toBeNull()
})

test('an order of this product that waits for its payment stands there with its deadline', async () => {
  shop.use(
    memberIs(aMember()),
    openOrdersAre([
      anOpenOrder({ state: 'confirming' }),
      anOpenOrder({ orderId: '20261120-OTHEROTHER', planId: 9, planName: '다른 상품' }),
    ]),
  )
  await renderAt('/static-ip')

  const notes = within(await screen.findByRole('region', { name: '진행 중인 주문' }))

  expect(notes.getByText(/결제를 확인하고 있습니다. 14:20까지 결과를 알려 드립니다/)).toBeTruthy()
  expect(notes.queryByText(/다른 상품/)).toBeNull()
  expect(summary().getByRole('link', { name: '구매하기' })).toBeTruthy()
})
