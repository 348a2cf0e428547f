import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCard, aMember, aSubscription } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, memberIs, refuse, shop } from '../../tests/shop'

const PAGE = '/mypage/payment-method-management'
const SUCCESS = `${PAGE}/success?authKey=auth-1&customerKey=customer-1`

const requestBillingAuth = vi.fn()
vi.mock('@tosspayments/tosspayments-sdk', () => ({
  loadTossPayments: async () => ({ payment: () => ({ requestBillingAuth }) }),
}))

beforeEach(() => {
  requestBillingAuth.mockReset()
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/subscriptions', () => answer([aSubscription()])),
    http.get('/api/v1/billing-methods', () => answer([aCard()])),
    http.get('/api/v1/pg/toss', () =>
      answer([
        { pgType: 'normal', clientKey: 'key-n', sdkUrl: 'https://sdk.test/' },
        { pgType: 'billing', clientKey: 'key-b', sdkUrl: 'https://sdk.test/' },
      ]),
    ),
    http.get('/api/v1/billing-methods/customer-key', () =>
      answer({ customerKey: 'customer-1', customerName: '홍길동', customerEmail: 'hong@mail.test' }),
    ),
  )
})

test('the window is opened for the member and returns to this page', async () => {
  requestBillingAuth.mockReturnValue(new Promise(() => undefined))
  await renderAt(PAGE)

  await userEvent.click(screen.getByRole('button', { name: '새 카드 등록' }))

  await vi.waitFor(() => expect(requestBillingAuth).toHaveBeenCalledOnce())
  expect(requestBillingAuth.mock.calls[0]?.[0]).toEqual({
    method: 'CARD',
    successUrl: `${location.origin}${PAGE}/success`,
    failUrl: `${location.origin}${PAGE}/fail`,
    customerName: '홍길동',
    customerEmail: 'hong@mail.test',
  })
})

test('the window for the card of a subscription returns with its id', async () => {
  requestBillingAuth.mockReturnValue(new Promise(() => undefined))
  await renderAt(PAGE)

  await userEvent.click(screen.getByRole('button', { name: '카드 변경' }))
  await userEvent.click(screen.getByRole('button', { name: '카드 등록하기' }))

  await vi.waitFor(() => expect(requestBillingAuth).toHaveBeenCalledOnce())
  expect(requestBillingAuth.mock.calls[0]?.[0].successUrl).toBe(
    `${location.origin}${PAGE}/success?subscriptionId=9`,
  )
})

test('closing the window says that the registration was cancelled', async () => {
  requestBillingAuth.mockRejectedValue(Object.assign(new Error('closed'), { code: 'USER_CANCEL' }))
  await renderAt(PAGE)

  await userEvent.click(screen.getByRole('button', { name: '새 카드 등록' }))

  expect((await screen.findByRole('alert')).textContent).toBe('카드 등록을 취소하셨습니다.')
})

test('a registered card is shown with a link back', async () => {
  const sent: unknown[] = []
  shop.use(
    http.post('/api/v1/billing-methods', async ({ request }) => {
      sent.push(await request.json())
      return answer(aCard({ inUse: 0 }))
    }),
  )
  await renderAt(SUCCESS)

  expect(await screen.findByRole('heading', { name: '카드가 등록되었습니다' })).toBeTruthy()
  expect(screen.getByText('신한카드 43301234****123*')).toBeTruthy()
  expect(sent).toEqual([{ authKey: 'auth-1', customerKey: 'customer-1' }])
  expect(screen.getByRole('link', { name: '결제수단 관리로 가기' }).getAttribute('href')).toBe(PAGE)
})

test('a card registered for a subscription is used for it, and a link leads to the charge still owed', async () => {
  const sent: unknown[] = []
  shop.use(
    http.post('/api/v1/billing-methods', () => answer(aCard({ id: 4, inUse: 0 }))),
    http.put('/api/v1/subscriptions/9/billing-method', async ({ request }) => {
      sent.push(await request.json())
      return answer(aSubscription({ state: 'past_due', billingMethod: aCard({ id: 4 }) }))
    }),
  )
  await renderAt(`${SUCCESS}&subscriptionId=9`)

  expect(await screen.findByRole('heading', { name: '정기결제 카드를 변경했습니다' })).toBeTruthy()
  expect(sent).toEqual([{ billingMethodId: 4 }])
  expect(screen.getByRole('link', { name: '결제하러 가기' }).getAttribute('href')).toBe(
    `${PAGE}#subscription-9`,
  )
})

test('a card that was registered but refused for the subscription says both', async () => {
  shop.use(
    http.post('/api/v1/billing-methods', () => answer(aCard({ id: 4 }))),
    http.put('/api/v1/subscriptions/9/billing-method', () =>
      refuse(409, 'subscription_ended', '종료된 정기결제입니다.'),
    ),
  )
  await renderAt(`${SUCCESS}&subscriptionId=9`)

  expect((await screen.findByRole('alert')).textContent).toBe(
    '카드는 등록되었지만 정기결제의 카드는 변경되지 않았습니다. 종료된 정기결제입니다.',
  )
})

test('a refused registration says why', async () => {
  const detail = '카드사에서 등록을 승인하지 않았습니다.'
  shop.use(http.post('/api/v1/billing-methods', () => refuse(409, 'billing_refused', detail)))
  await renderAt(SUCCESS)

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
})

test('a cancel is explained in our own words, not those in the address', async () => {
  await renderAt(`${PAGE}/fail?code=PAY_PROCESS_CANCELED&message=free-money`)

  expect((await screen.findByRole('alert')).textContent).toContain('카드 등록을 취소하셨습니다')
  expect(screen.getByRole('main').textContent).not.toContain('free-money')
})

test('without parameters from the window there is nothing to register', async () => {
  await renderAt(`${PAGE}/success`)

  expect(screen.getByText('등록할 카드가 없습니다.')).toBeTruthy()
})
