import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import type { Order, OrderLine } from './queries'

const ID = '20261124-ABCDEFGHJK'
const AT = '2026-11-24T00:00:00Z'

const LINE: OrderLine = {
  id: ID,
  buyer: { id: 7, name: '남**나', hasLeft: false },
  what: { planName: '서울 고정 IP', months: 3, quantity: 2 },
  kind: 'purchase',
  amount: 99_000,
  state: 'awaiting_deposit',
  method: 'virtual_account',
  refund: null,
  due: AT,
  time: AT,
}

const anOrder = (differs: Partial<Order> = {}): Order => ({
  id: ID,
  kind: 'purchase',
  state: 'paid',
  failureCode: null,
  failure: null,
  planId: 1,
  planName: '서울 고정 IP',
  planKind: 'static',
  months: 3,
  quantity: 2,
  paymentType: 'normal',
  method: 'card',
  listAmount: 110_000,
  discountAmount: 11_000,
  quantityDiscountAmount: 11_000,
  pointsUsed: 0,
  amount: 99_000,
  supplyAmount: 90_000,
  vatAmount: 9_000,
  pointsEarned: 990,
  subscriptionId: null,
  period: null,
  serviceId: null,
  cashReceipt: 'none',
  taxInvoiceAt: null,
  trace: null,
  createdAt: AT,
  holdUntil: AT,
  depositDueAt: null,
  paidAt: AT,
  closedAt: null,
  buyer: LINE.buyer,
  payments: [
    {
      attempt: 1,
      state: 'refused',
      amount: 99_000,
      paymentKey: 'tviva2026',
      providerOrderId: ID,
      method: null,
      card: null,
      bank: null,
      account: null,
      refusalCode: 'REJECT_CARD_PAYMENT',
      refusalMessage: '한도초과 혹은 잔액부족으로 결제에 실패했습니다.',
      requestedAt: AT,
      approvedAt: null,
      cancelledAmount: 0,
      cancelledElsewhere: 0,
      cancelledElsewhereAt: null,
      cancelledAt: null,
      reversedAt: null,
      heldAfterRefundAt: null,
      receiptUrl: null,
      cashReceiptUrl: null,
      trace: '7f3a91c2'.repeat(4),
    },
  ],
  refund: null,
  services: [],
  points: [],
  messages: [],
  alarms: [],
  timeline: [{ at: AT, title: '주문', detail: '' }],
  approvals: [],
  can: {
    refund: null,
    settle: '멈춘 환불만 직접 처리할 수 있습니다.',
    refundAgain: '멈춘 환불만 다시 시도할 수 있습니다.',
    lookUp: null,
    checkDeposit: '입금을 기다리는 주문이 아닙니다.',
    cancel: '결제를 기다리는 주문만 취소할 수 있습니다.',
  },
  ...differs,
})

const onPage = (answers: Record<string, unknown> = {}, order = anOrder()) => {
  const sent = desk({ [`GET /orders/${ID}`]: order, 'GET /record': listed([]), ...answers })
  return renderConsole(`/console/orders/${ID}`).then(() => sent)
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  inShell()
})

test('the list names what waits for money, and its views narrow it by the address', async () => {
  const sent = desk({ 'GET /orders': listed([LINE]), 'GET /views': listed([]) })
  const { address } = await renderConsole('/console/orders')

  expect(await screen.findByRole('row', { name: /남\*\*나.*3개월 · 2개.*입금대기.*99,000원/ })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '환불 계좌 대기' }))

  expect(address()).toBe('/console/orders?refund=awaiting_account')
  await waitFor(() => expect(sent.at(-1)?.query).toBe('?refund=awaiting_account'))
})

test('an alarm says in words what it is and what to do', async () => {
  const alarm = {
    kind: 'provider_not_at_provider',
    title: '결제대행사에 없는 결제',
    todo: '결제대행사에 문의해 주세요.',
    detail: '결제대행사의 상태는 ‘없음’입니다.',
    raisedAt: AT,
    clearedAt: null,
    clearedBy: null,
  }
  await onPage({}, anOrder({ alarms: [alarm] }))

  await screen.findByText('결제대행사에 없는 결제')
  screen.getByText('결제대행사에 문의해 주세요.')
  expect(screen.queryByText(/provider_not_at_provider/)).toBeNull()
})

test('an order shows how its price comes about, each amount beside its name', async () => {
  await onPage({}, anOrder({ pointsUsed: 1_000, amount: 98_000 }))
  const facts = (await screen.findByText('상품 금액')).closest('dl') as HTMLElement
  const beside = (name: string) => within(facts).getByText(name).nextElementSibling?.textContent

  expect(beside('상품 금액')).toBe('110,000원')
  expect(screen.queryByText('기간 할인')).toBeNull()
  expect(beside('수량 할인')).toBe('−11,000원')
  expect(beside('사용한 포인트')).toBe('−1,000원')
  expect(beside('결제 금액')).toBe('98,000원')
  expect(beside('공급가액')).toBe('90,000원')
  expect(beside('부가세')).toBe('9,000원')
  expect(beside('적립 예정')).toBe('990P')
})

test('an order shows the words of the provider, and says why the rest cannot be done', async () => {
  await onPage()

  expect(await screen.findByText('REJECT_CARD_PAYMENT')).toBeDefined()
  expect(screen.getByText('한도초과 혹은 잔액부족으로 결제에 실패했습니다.')).toBeDefined()
  expect(screen.queryByRole('button', { name: '주문 취소' })).toBeNull()
  expect(screen.getByText('결제를 기다리는 주문만 취소할 수 있습니다.')).toBeDefined()
})

test('a refund is shown before it can be made, and going back keeps what was typed', async () => {
  const sent = await onPage({
    'POST /changes/orders.refund/preview': aPreview({ amount: 20_000 }),
    'POST /changes/orders.refund': { made: { orderId: ID } },
  })
  await press('환불')
  // What the server would refuse cannot be chosen.
  expect(screen.getByRole<HTMLOptionElement>('option', { name: '고르기' }).disabled).toBe(true)
  await userEvent.selectOptions(screen.getByLabelText('얼마를 돌려주나요?'), 'amount')
  await userEvent.type(screen.getByLabelText('돌려줄 금액 (원)'), '120000')
  await userEvent.type(screen.getByLabelText('회원이 읽는 사유'), '접속 장애 보상')
  screen.getByText('1원부터 99,000원까지 숫자로 입력해 주세요.')
  await userEvent.clear(screen.getByLabelText('돌려줄 금액 (원)'))
  await userEvent.type(screen.getByLabelText('돌려줄 금액 (원)'), '20,000')
  await press('미리 보기')
  await press('취소')
  expect(screen.getByLabelText<HTMLTextAreaElement>('회원이 읽는 사유').value).toBe('접속 장애 보상')

  await press('미리 보기')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('20,000')
  await userEvent.type(dialog.getByLabelText('사유'), '전화 요청')
  await userEvent.type(dialog.getByLabelText('확인을 위해 아래와 똑같이 입력해 주세요'), ID)
  await userEvent.click(dialog.getByRole('button', { name: '환불' }))

  expect(await screen.findByText('환불을 시작했습니다.')).toBeDefined()
  expect(sent.find(({ call }) => call.endsWith('/orders.refund'))?.body).toEqual({
    target: ID,
    wish: { kind: 'amount', amount: 20_000, words: '접속 장애 보상' },
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    digest: 'd1',
    reason: '전화 요청',
  })
})

test('a refund above the limit says that it waits for a second person', async () => {
  const begun = { approvalId: 5, preview: aPreview() }
  await onPage({
    'POST /changes/orders.refund/preview': aPreview(),
    'POST /changes/orders.refund': () =>
      new Response(JSON.stringify({ status: 202, data: begun }), { status: 202 }),
  })
  await press('환불')
  await userEvent.selectOptions(screen.getByLabelText('얼마를 돌려주나요?'), 'rules')
  expect(screen.queryByLabelText('회원이 읽는 사유')).toBeNull()
  await press('미리 보기')
  await userEvent.type(await screen.findByLabelText('사유'), '전화 요청')
  await userEvent.type(screen.getByLabelText('확인을 위해 아래와 똑같이 입력해 주세요'), ID)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '환불' }))

  const link = await screen.findByRole('link', { name: '승인 보기' })
  expect(link.getAttribute('href')).toBe('/console/approvals?open=5')
})

test('what the provider answered about a payment is said, and its silence keeps the reason', async () => {
  const silent = () => refuse(503, 'provider_silent', '결제대행사와 연결이 원활하지 않습니다.')
  const state = { answers: silent as () => unknown }
  await onPage(
    {
      'POST /changes/orders.retry/preview': aPreview(),
      'POST /changes/orders.retry': () => state.answers(),
    },
    anOrder({ state: 'confirming' }),
  )
  await press('결제 다시 확인')
  await userEvent.type(await screen.findByLabelText('사유'), '회원 전화')
  const again = async () =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '결제 다시 확인' }))
  await again()
  expect(await screen.findByText('결제대행사와 연결이 원활하지 않습니다.')).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>('사유').value).toBe('회원 전화')

  state.answers = () => answer({ made: { before: 'confirming', after: 'paid' } })
  await again()

  expect(await screen.findByText('상태가 ‘결제확인중’에서 ‘결제완료’로 바뀌었습니다.')).toBeDefined()
})

test('whoever may only look has nothing to press', async () => {
  inShell({ isOwner: false, permissions: ['orders.view'] })
  await onPage()

  expect(await screen.findByText(/이 주문을 처리할 권한이 없습니다/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '환불' })).toBeNull()
})
