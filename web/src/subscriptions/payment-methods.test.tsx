import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aCard, aMember, aSubscription } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, refuse, shop } from '../../tests/shop'
import type { BillingMethod, Subscription } from '../api/types'

const PAGE = '/mypage/payment-method-management'

/** Serves this subscription and these cards. The function returned changes the subscription and answers with it. */
function holds(subscription: Subscription | null, cards: BillingMethod[] = [aCard()]) {
  let current = subscription
  shop.use(
    http.get('/api/v1/subscriptions', () => answer(current ? [current] : [])),
    http.get('/api/v1/billing-methods', () => answer(cards)),
  )
  return (differs: Partial<Subscription>) => {
    current = { ...(current as Subscription), ...differs }
    return answer(current)
  }
}

const card = () => within(screen.getByRole('article', { name: /고정 IP VPN/ }))
const press = (name: string | RegExp) => userEvent.click(card().getByRole('button', { name }))
const answerModal = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

beforeEach(() => shop.use(memberIs(aMember())))

test('a running subscription shows its next charge, its card and its address', async () => {
  holds(aSubscription())
  await renderAt(PAGE)

  expect(card().getByText('이용중')).toBeTruthy()
  expect(card().getByText('2026.12.20')).toBeTruthy()
  expect(card().getByText('33,000')).toBeTruthy()
  expect(card().getByText('신한카드 43301234****123*')).toBeTruthy()
  expect(card().getByText('203.0.113.10')).toBeTruthy()
  expect(card().queryByRole('button', { name: /지금 결제하기/ })).toBeNull()
})

test('a subscription is cancelled with one press and one confirmation, and resumed in the same place', async () => {
  const becomes = holds(aSubscription())
  shop.use(
    http.post('/api/v1/subscriptions/9/stop', () => becomes({ stopping: true })),
    http.post('/api/v1/subscriptions/9/resume', () => becomes({ stopping: false })),
  )
  await renderAt(PAGE)

  await press('정기결제 해지')
  expect(await screen.findByText(/2026.12.20까지는 계속 이용하실 수 있으며/)).toBeTruthy()
  await answerModal('해지하기')
  expect(await card().findByText('해지예정')).toBeTruthy()
  expect(card().getByText('이용 종료일')).toBeTruthy()

  await press('해지 취소')
  expect(await card().findByText('이용중')).toBeTruthy()
  expect(card().getByRole('button', { name: '정기결제 해지' })).toBeTruthy()
})

test('a failed charge says why and what happens next, and is paid with one press', async () => {
  const detail = '카드 한도 초과 또는 잔액 부족으로 결제되지 않았습니다.'
  const becomes = holds(
    aSubscription({
      state: 'past_due',
      nextAmount: 36_300,
      failure: { code: 'REJECT_CARD_PAYMENT', detail },
      retryAt: '2026-12-21T00:00:00Z',
      graceUntil: '2026-12-23T15:00:00Z',
    }),
  )
  shop.use(
    http.post('/api/v1/subscriptions/9/pay-now', () =>
      becomes({
        state: 'active',
        failure: null,
        retryAt: null,
        graceUntil: null,
        dueAt: '2027-01-20T00:00:00Z',
      }),
    ),
  )
  await renderAt(PAGE)
  expect(card().getByText('결제실패')).toBeTruthy()
  expect(card().getByText(detail)).toBeTruthy()
  expect(card().getByText(/2026.12.21에 자동으로 다시 결제합니다/)).toBeTruthy()
  expect(card().getByText(/2026.12.23까지는 계속 이용하실 수 있으며/)).toBeTruthy()

  expect(card().getByText('36,300')).toBeTruthy()
  expect(card().getByText('1개월마다 36,300원')).toBeTruthy()
  await press('36,300원 지금 결제하기')

  expect(await card().findByText('2027.01.20')).toBeTruthy()
  expect(screen.getByText('결제가 완료되었습니다.')).toBeTruthy()
})

test('an unusable card asks for another one, and a refused payment is shown in place', async () => {
  const detail = '사용할 수 없는 카드입니다. 다른 카드로 변경해 주세요.'
  holds(
    aSubscription({
      state: 'suspended',
      failure: { code: 'INVALID_STOPPED_CARD', detail },
      releaseAt: '2026-12-30T15:00:00Z',
    }),
  )
  shop.use(http.post('/api/v1/subscriptions/9/pay-now', () => refuse(409, 'payment_refused', detail)))
  await renderAt(PAGE)
  expect(card().getByText(detail)).toBeTruthy()
  expect(card().queryByText(/자동으로 다시 결제합니다/)).toBeNull()
  expect(card().getByText(/2026.12.30까지 결제하시면 그대로 다시 이용하실 수 있으며/)).toBeTruthy()

  await press(/지금 결제하기/)

  expect((await card().findByRole('alert')).textContent).toBe(detail)
})

test('a subscription is moved to another registered card', async () => {
  const other = aCard({ id: 4, issuer: '국민카드', inUse: 0 })
  const becomes = holds(aSubscription(), [aCard(), other])
  const sent: unknown[] = []
  shop.use(
    http.put('/api/v1/subscriptions/9/billing-method', async ({ request }) => {
      sent.push(await request.json())
      return becomes({ billingMethod: other })
    }),
  )
  await renderAt(PAGE)

  await press('카드 변경')
  await userEvent.click(card().getByRole('radio', { name: /국민카드/ }))
  await press('이 카드로 변경')

  expect(await card().findByText('국민카드 43301234****123*')).toBeTruthy()
  expect(sent).toEqual([{ billingMethodId: 4 }])
  expect(card().getByRole('button', { name: '카드 변경' })).toBeTruthy()
})

test('a price rise asks for consent with two equal buttons', async () => {
  const rise = { oldAmount: 33_000, newAmount: 36_000, chargeAt: '2026-12-20T00:00:00Z', agreed: null }
  const becomes = holds(aSubscription({ priceChange: rise }))
  const sent: unknown[] = []
  shop.use(
    http.post('/api/v1/subscriptions/9/price-consent', async ({ request }) => {
      sent.push(await request.json())
      return becomes({ priceChange: { ...rise, agreed: true }, nextAmount: 36_000 })
    }),
  )
  await renderAt(PAGE)
  const asked = within(screen.getByRole('region', { name: '요금 변경 안내' }))
  expect(asked.getByText(/33,000원에서 36,000원으로 변경됩니다. 동의하지 않으시면/)).toBeTruthy()
  const [yes, no] = asked.getAllByRole('button')
  expect(yes?.className).toBe(no?.className)
  expect(card().getByText('33,000')).toBeTruthy()

  await userEvent.click(asked.getByRole('button', { name: '동의합니다' }))

  expect(await asked.findByText(/변경된 요금 36,000원에 동의하셨습니다/)).toBeTruthy()
  expect(sent).toEqual([{ agreed: true }])
  expect(asked.getByRole('button', { name: '동의합니다' }).getAttribute('aria-pressed')).toBe('true')
  expect(card().getByText('36,000')).toBeTruthy()
})

test('a member without subscription and card is shown links to both', async () => {
  holds(null, [])
  await renderAt(PAGE)

  expect(screen.getByText('이용 중인 정기결제가 없습니다.')).toBeTruthy()
  expect(screen.getByText('등록된 카드가 없습니다.')).toBeTruthy()
  const recurring = within(screen.getByRole('region', { name: '정기결제' }))
  expect(recurring.getByRole('link', { name: /고정 IP/ }).getAttribute('href')).toContain('/static-ip')
  expect(screen.getByRole('button', { name: '새 카드 등록' })).toBeTruthy()
})

test('an ended subscription is folded away with its reason', async () => {
  holds(aSubscription({ state: 'ended', endedAt: '2026-12-20T15:00:00Z', endReason: 'price_declined' }))
  await renderAt(PAGE)

  expect(screen.getByText('종료된 정기결제 1개')).toBeTruthy()
  expect(screen.getByText(/2026.12.21 변경된 요금에 동의하지 않으셔서 종료되었습니다/)).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})

test('only an unused card can be deleted; a refusal is shown in place', async () => {
  const spare = aCard({ id: 4, issuer: '국민카드', inUse: 0 })
  const cards = [aCard(), spare]
  holds(aSubscription(), cards)
  shop.use(
    http.delete(
      '/api/v1/billing-methods/4',
      () => refuse(409, 'billing_method_in_use', '사용 중인 카드입니다.'),
      {
        once: true,
      },
    ),
    http.delete('/api/v1/billing-methods/4', () => {
      cards.pop()
      return answer(null)
    }),
  )
  await renderAt(PAGE)
  const list = within(screen.getByRole('region', { name: '등록된 카드' }))
  expect(list.getAllByRole('button', { name: /삭제$/ })).toHaveLength(1)

  const drop = async () => {
    await userEvent.click(list.getByRole('button', { name: '국민카드 43301234****123* 삭제' }))
    await answerModal('삭제')
  }
  await drop()
  expect((await list.findByRole('alert')).textContent).toBe('사용 중인 카드입니다.')
  await drop()

  await waitFor(() => expect(list.queryByText(/국민카드/)).toBeNull())
})

test('a subscription cancelled while a charge is owed asks for no payment', async () => {
  holds(aSubscription({ state: 'past_due', stopping: true, failure: { code: 'X', detail: '한도 초과' } }))
  await renderAt(PAGE)

  expect(card().getByText('해지예정')).toBeTruthy()
  expect(card().queryByText('한도 초과')).toBeNull()
  expect(card().queryByRole('button', { name: /지금 결제하기/ })).toBeNull()
  expect(card().getByRole('button', { name: '해지 취소' })).toBeTruthy()
})

test('cancelling during a charge does not promise that nothing is charged', async () => {
  holds(aSubscription({ charging: true }))
  await renderAt(PAGE)

  await press('정기결제 해지')

  expect(await screen.findByText(/진행 중인 결제의 결과를 확인하고 있습니다/)).toBeTruthy()
  expect(screen.queryByText(/더 이상 결제되지 않습니다/)).toBeNull()
})

test('a subscription cancelled during a charge says that the charge is being checked', async () => {
  holds(aSubscription({ stopping: true, charging: true }))
  await renderAt(PAGE)

  expect(card().getByText(/해지 전에 시작된 결제의 결과를 확인하고 있습니다/)).toBeTruthy()
  expect(card().queryByText(/더 이상 결제되지 않습니다/)).toBeNull()
})

test('cancelling after the paid period says that the service ends at once', async () => {
  holds(aSubscription({ state: 'suspended', paidUntil: '2026-10-20T15:00:00Z' }))
  await renderAt(PAGE)

  await press('정기결제 해지')

  expect(await screen.findByText(/이용이 바로 종료되며, 되돌릴 수 없습니다/)).toBeTruthy()
})

test('changing the card pays an owed charge at once, as announced', async () => {
  const other = aCard({ id: 4, issuer: '국민카드', inUse: 0 })
  const becomes = holds(aSubscription({ state: 'past_due' }), [aCard(), other])
  shop.use(
    http.put('/api/v1/subscriptions/9/billing-method', () =>
      becomes({ state: 'active', billingMethod: other }),
    ),
  )
  await renderAt(PAGE)

  await press('카드 변경')
  expect(card().getByText(/바로 결제됩니다/).textContent).toBe(
    '결제되지 않은 33,000원은 변경하신 카드로 바로 결제됩니다.',
  )
  await press('이 카드로 변경')

  expect(await screen.findByText('변경하신 카드로 결제했습니다.')).toBeTruthy()
  expect(card().getByText('이용중')).toBeTruthy()
})
