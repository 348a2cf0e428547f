import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aPlan } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { configIs, plansAre, shop } from '../../tests/shop'

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

  const facts = screen.getByText(/까지 동시에 접속합니다/).closest('details')
  expect(facts?.open).toBe(false)
})
