import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aPreview, desk, inShell, listed, renderConsole } from '../testing'

const LINE = {
  id: 12,
  payer: { id: 3, name: '홍*동' },
  planId: 1,
  planName: 'KT 고정 IP',
  months: 1,
  quantity: 1,
  amount: 33_000,
  state: 'past_due',
  dueAt: '2026-11-24T00:00:00Z',
  paidUntil: '2026-11-24T15:00:00Z',
  retryAt: '2026-11-27T00:00:00Z',
  tries: 2,
  failureCode: 'REJECT_CARD_PAYMENT',
  failureBrief: '한도 초과 또는 잔액 부족입니다',
  stopping: false,
  rise: null,
  startedAt: '2026-10-24T00:00:00Z',
}

/** As the list is sent it. */
const LISTED = { ...LINE, plan: { id: 1, name: 'KT 고정 IP', months: 1, quantity: 1 } }

const aSubscription = (differs = {}) => ({
  ...LINE,
  period: 1,
  nextAmount: 33_000,
  charging: false,
  stopRequestedAt: null,
  suspendedAt: null,
  graceUntil: '2026-11-27T15:00:00Z',
  releaseAt: null,
  endedAt: null,
  endReason: null,
  noticedDays: 1,
  failure: { code: 'REJECT_CARD_PAYMENT', detail: '한도 초과 또는 잔액 부족입니다.' },
  card: {
    issuer: '국민카드',
    number: '4330-12**-****-123*',
    cardType: '신용',
    state: 'active',
    registeredAt: '',
  },
  services: [{ id: 9, address: '203.0.113.7' }],
  charges: [
    {
      orderId: 'order-2',
      period: 2,
      orderState: 'due',
      amount: 33_000,
      attempt: 1,
      state: 'refused',
      at: '2026-11-24T00:00:00Z',
      settledAt: null,
      code: 'REJECT_CARD_PAYMENT',
      detail: '한도 초과 또는 잔액 부족입니다.',
    },
  ],
  rises: [],
  timeline: [{ id: 'started', at: '2026-10-24T00:00:00Z', what: 'started', detail: '' }],
  whyNotStop: null,
  whyNotCharge: null,
  ...differs,
})

beforeEach(() => {
  inShell({ isOwner: false, permissions: ['subscriptions.view', 'subscriptions.change'] })
})

test('the list asks for what is overdue, and a row leads to its page', async () => {
  const sent = desk({ 'GET /subscriptions': listed([LISTED]) })
  await renderConsole('/console/subscriptions?dunning=true')

  const row = await screen.findByRole('link', { name: '홍*동' })

  expect(row.getAttribute('href')).toBe('/console/subscriptions/12')
  screen.getByText('2회 · 한도 초과 또는 잔액 부족입니다')
  expect(sent[0]?.query).toContain('dunning=true')
})

test('the page shows the code of the card company and charges after a preview, saying what came of it', async () => {
  const sent = desk({
    'GET /subscriptions/12': aSubscription(),
    'POST /changes/subscriptions.charge/preview': aPreview({
      title: '지금 결제',
      amount: 33_000,
      digest: 'd5',
    }),
    'POST /changes/subscriptions.charge': {
      made: { orderId: 'order-2', outcome: 'refused', detail: '한도 초과 또는 잔액 부족입니다.' },
    },
  })
  await renderConsole('/console/subscriptions/12')

  expect((await screen.findAllByText('REJECT_CARD_PAYMENT')).length).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: '지금 결제' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('사유'), '회원이 한도를 올림')
  await userEvent.click(within(dialog).getByRole('button', { name: '지금 결제' }))

  await screen.findByText(/카드사가 결제를 거절했습니다/)
  expect(sent.find(({ call }) => call === 'POST /changes/subscriptions.charge')?.body).toEqual({
    target: 12,
    wish: {},
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    digest: 'd5',
    reason: '회원이 한도를 올림',
  })
})

test('what cannot be done says why, and stopping takes the number typed', async () => {
  desk({
    'GET /subscriptions/12': aSubscription({ whyNotCharge: '밀린 결제가 없습니다.' }),
    'POST /changes/subscriptions.stop/preview': aPreview({ title: '해지' }),
  })
  await renderConsole('/console/subscriptions/12')

  await screen.findByText('밀린 결제가 없습니다.')
  expect((screen.getByRole('button', { name: '지금 결제' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '정기결제 해지' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('사유'), '전화 요청')
  const stop = within(dialog).getByRole('button', { name: '정기결제 해지' }) as HTMLButtonElement
  expect(stop.disabled).toBe(true)
  await userEvent.type(within(dialog).getByLabelText(/아래와 똑같이/), '12')
  expect(stop.disabled).toBe(false)
})

test('whoever only looks sees no buttons', async () => {
  inShell({ isOwner: false, permissions: ['subscriptions.view'] })
  desk({ 'GET /subscriptions/12': aSubscription() })
  await renderConsole('/console/subscriptions/12')

  await screen.findByText('여기에서 바꿀 수 있는 권한이 없습니다.')
  await waitFor(() => expect(screen.queryByRole('button', { name: '정기결제 해지' })).toBeNull())
})
