import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anOrder, aRefundQuote } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, orderIs, refuse, shop } from '../../tests/shop'
import type { Refund, RefundQuote } from '../api/types'

const { orderId } = anOrder()
const PAGE = `/mypage/payment-history/order?orderId=${orderId}`

const aRefund = (differs: Partial<Refund> = {}): Refund => ({
  state: 'returning',
  mode: 'withdrawal',
  amount: 29_700,
  points: 0,
  lines: [
    { label: '결제 금액', amount: 33_000 },
    { label: '이미 사용한 적립 포인트', amount: -3_300 },
  ],
  requestedAt: '2026-11-23T05:06:00Z',
  completedAt: null,
  ...differs,
})

/** Serves a paid order with this refund quote, and returns the list of refunds that were requested. */
function refundable(quote: RefundQuote, order = anOrder({ mayRefund: true })) {
  const sent: unknown[] = []
  shop.use(
    orderIs(order),
    http.post('/api/v1/orders/:id/refund-quote', () => answer(quote)),
    http.post('/api/v1/orders/:id/refund', async ({ request }) => {
      sent.push(await request.json())
      return answer({ ...order, state: 'refunding', mayRefund: false, refund: aRefund() })
    }),
    http.get('/api/v1/banks', () => answer([{ code: '88', name: '신한은행' }])),
  )
  return sent
}

const showQuote = () => userEvent.click(screen.getByRole('button', { name: '환불 금액 확인하기' }))
const request = () => userEvent.click(screen.getByRole('button', { name: '29,700원 환불 신청하기' }))
const confirm = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '환불 신청' }))

beforeEach(() => shop.use(memberIs(aMember())))

test('the whole calculation is shown before a refund is requested', async () => {
  const sent = refundable(aRefundQuote())
  await renderAt(PAGE)
  await showQuote()

  const refund = within(await screen.findByRole('region', { name: '환불' }))
  expect(await refund.findByText('29,700원', { selector: 'dd' })).toBeTruthy()
  const lines = refund.getAllByRole('definition').map((one) => one.textContent)
  expect(lines).toEqual(['33,000원', '−3,300원', '29,700원', '−2,970포인트'])
  expect(refund.getByText(/결제하신 날부터 7일이 지나지 않아/)).toBeTruthy()
  expect(refund.getByText('전체 30일 가운데 3일 이용')).toBeTruthy()
  expect(refund.getByText(/2026.11.23 14:20까지 그대로입니다/)).toBeTruthy()
  expect(sent).toEqual([])
})

test('a penalty is said to be by the rule of the order', async () => {
  refundable(aRefundQuote({ mode: 'pro_rata', penaltyAmount: 1_953 }))
  await renderAt(PAGE)
  await showQuote()

  expect(await screen.findByText(/위약금은 주문하실 때의 환불 기준으로 계산했습니다/)).toBeTruthy()
})

test('the calculation takes the focus of the button that it replaces', async () => {
  refundable(aRefundQuote())
  await renderAt(PAGE)

  await showQuote()

  expect(document.activeElement).toBe(await screen.findByRole('region', { name: '환불 금액' }))
})

test('one confirmation with two equal buttons requests the refund, whose progress replaces the form', async () => {
  const sent = refundable(aRefundQuote())
  await renderAt(PAGE)
  await showQuote()
  await userEvent.type(await screen.findByLabelText(/환불 사유/), '더 이상 쓰지 않습니다')
  await request()
  const dialog = within(await screen.findByRole('dialog'))
  const [no, yes] = dialog.getAllByRole('button')
  for (const shared of ['min-h-13', 'w-full', 'border', 'bg-paper'])
    for (const button of [no, yes]) expect(button?.className).toContain(shared)

  await confirm()

  expect(await screen.findByRole('list', { name: '환불 진행 상태' })).toBeTruthy()
  expect(screen.getAllByText('환불처리중')).not.toHaveLength(0)
  expect(sent).toEqual([{ quote: 'signed-quote', reason: '더 이상 쓰지 않습니다' }])
})

test('the refund of a deposit asks for a bank account', async () => {
  const sent = refundable(
    aRefundQuote({ needsAccount: true }),
    anOrder({ mayRefund: true, payMethod: 'virtualAccount', paymentMethod: '가상계좌' }),
  )
  await renderAt(PAGE)
  await showQuote()
  await screen.findByLabelText('은행')
  await request()
  expect(await screen.findByText('은행을 선택해 주세요.')).toBeTruthy()
  expect(screen.getByText('계좌번호를 입력해 주세요.')).toBeTruthy()
  expect(screen.getByText('예금주를 입력해 주세요.')).toBeTruthy()
  expect(sent).toEqual([])

  await userEvent.selectOptions(screen.getByLabelText('은행'), '신한은행')
  await userEvent.type(screen.getByLabelText('계좌번호'), '110-123-456789')
  await userEvent.type(screen.getByLabelText('예금주'), '홍길동')
  await request()
  expect(await screen.findByText('현재 비밀번호를 입력해 주세요.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'correct-horse-42')
  await request()
  await confirm()

  expect(await screen.findByRole('list', { name: '환불 진행 상태' })).toBeTruthy()
  expect(sent).toEqual([
    {
      quote: 'signed-quote',
      reason: '',
      account: { bank: '88', number: '110123456789', holder: '홍길동' },
      currentPw: 'correct-horse-42',
    },
  ])
})

test('an order that cannot be refunded says why', async () => {
  const detail = '이용 기간이 끝나 환불할 금액이 없습니다.'
  refundable(aRefundQuote())
  shop.use(http.post('/api/v1/orders/:id/refund-quote', () => refuse(409, 'refund_not_possible', detail)))
  await renderAt(PAGE)
  await showQuote()

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
})

test('an expired quote can be renewed', async () => {
  refundable(aRefundQuote())
  shop.use(
    http.post('/api/v1/orders/:id/refund', () =>
      refuse(409, 'quote_expired', '환불 금액을 다시 확인해 주세요.'),
    ),
  )
  await renderAt(PAGE)
  await showQuote()
  await screen.findByText('29,700원', { selector: 'dd' })
  await request()
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toBe('환불 금액을 다시 확인해 주세요.')

  const next = aRefundQuote({ amount: 28_600, quote: 'another' })
  shop.use(http.post('/api/v1/orders/:id/refund-quote', () => answer(next)))
  await userEvent.click(screen.getByRole('button', { name: '다시 계산하기' }))

  expect(await screen.findByRole('button', { name: '28,600원 환불 신청하기' })).toBeTruthy()
})

test('the refund of tickets is based on the tickets left', async () => {
  refundable(
    aRefundQuote({ ticketsBought: 10, ticketsLeft: 7, mode: 'pro_rata' }),
    anOrder({ mayRefund: true, planKind: 'ticket' }),
  )
  await renderAt(PAGE)
  await showQuote()

  expect(await screen.findByText('구매하신 10장 가운데 7장이 남아 있습니다.')).toBeTruthy()
  expect(screen.getByText('환불하시면 남은 IP 교체권이 회수됩니다.')).toBeTruthy()
})

test('a refund that waits for a bank account asks for it on the page of the order', async () => {
  const waiting = anOrder({ state: 'refunding', refund: aRefund({ state: 'awaiting_account' }) })
  const sent: unknown[] = []
  refundable(aRefundQuote(), waiting)
  shop.use(
    http.post('/api/v1/orders/:id/refund-account', async ({ request }) => {
      sent.push(await request.json())
      return answer({ ...waiting, refund: aRefund() })
    }),
  )
  await renderAt(PAGE)
  expect(screen.getByText('환불계좌 입력')).toBeTruthy()

  await userEvent.selectOptions(await screen.findByLabelText('은행'), '신한은행')
  await userEvent.type(screen.getByLabelText('계좌번호'), '110123456789')
  await userEvent.type(screen.getByLabelText('예금주'), '홍길동')
  await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'correct-horse-42')
  await userEvent.click(screen.getByRole('button', { name: '이 계좌로 환불받기' }))

  expect(await screen.findByText(/환불을 처리하고 있습니다/)).toBeTruthy()
  expect(sent).toEqual([
    {
      account: { bank: '88', number: '110123456789', holder: '홍길동' },
      currentPw: 'correct-horse-42',
    },
  ])
})

test('a wrong password is refused at its field, and nothing typed is lost', async () => {
  refundable(aRefundQuote(), anOrder({ state: 'refunding', refund: aRefund({ state: 'awaiting_account' }) }))
  const wrong = '현재 비밀번호가 일치하지 않습니다.'
  shop.use(
    http.post('/api/v1/orders/:id/refund-account', () =>
      refuse(422, 'invalid_fields', '입력하신 내용을 확인해 주세요.', [
        { name: 'currentPw', code: 'wrong_password', detail: wrong },
      ]),
    ),
  )
  await renderAt(PAGE)
  await userEvent.selectOptions(await screen.findByLabelText('은행'), '신한은행')
  await userEvent.type(screen.getByLabelText('계좌번호'), '110123456789')
  await userEvent.type(screen.getByLabelText('예금주'), '홍길동')
  await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'not-mine')
  await userEvent.click(screen.getByRole('button', { name: '이 계좌로 환불받기' }))

  expect(await screen.findByText(wrong)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('현재 비밀번호'))
  expect(screen.getByLabelText<HTMLInputElement>('계좌번호').value).toBe('110123456789')
})

test.each<[Partial<Refund>, RegExp]>([
  [{ state: 'stuck' }, /담당자가 확인하고 있습니다/],
  [{ state: 'done', completedAt: '2026-11-23T06:00:00Z' }, /환불이 완료되었습니다/],
])('a refund with %j says how it stands', async (refund, sentence) => {
  shop.use(
    http.get('/api/v1/orders/:id', () =>
      answer(anOrder({ state: refund.state === 'done' ? 'refunded' : 'refunding', refund: aRefund(refund) })),
    ),
  )
  await renderAt(PAGE)

  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.getByText('29,700원')).toBeTruthy()
})

test('a refund under way still shows how it was reckoned, spent points as a line of their own', async () => {
  shop.use(memberIs(aMember()), orderIs(anOrder({ state: 'refunding', mayRefund: false, refund: aRefund() })))
  await renderAt(PAGE)

  const line = await screen.findByText('이미 사용한 적립 포인트')
  expect(line.nextElementSibling?.textContent).toBe('−3,300원')
})
