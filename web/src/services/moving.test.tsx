import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aDevice, aMember, aService, aTunnel } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../tests/shop'
import type { ServiceMove } from '../api/types'

const PAGE = '/mypage/service-status/normal'

const aMove = (differs: Partial<ServiceMove> = {}): ServiceMove => ({
  state: 'offered',
  until: '2026-12-01T15:00:00Z',
  reason: '통신사 회선 교체',
  address: '198.51.100.7',
  region: '서울',
  previousAddress: null,
  refundOrderId: '20261120-8F3K2M9QWX',
  ...differs,
})

const ACTIVE = aMove({ state: 'moving', address: null, region: null, previousAddress: '203.0.113.10' })

function holds(service: ReturnType<typeof aService>) {
  shop.use(
    http.get('/api/v1/services', () => answerList([service])),
    http.get('/api/v1/services/:id', () => answer(service)),
    http.get('/api/v1/services/:id/move', () =>
      answer({ devices: [{ device: aDevice({ name: '회사 노트북' }), tunnel: aTunnel() }] }),
    ),
  )
}

const press = async () => {
  await userEvent.click(screen.getByRole('button', { name: '새 서버로 이전' }))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: '새 서버로 이전' }),
  )
}

beforeEach(() => shop.use(memberIs(aMember())))

test('a service that stays says nothing of a move', async () => {
  holds(aService())
  await renderAt(PAGE)

  expect(screen.queryByRole('button', { name: '새 서버로 이전' })).toBeNull()
})

test('an offer says where to, until when, why, and how to decline', async () => {
  holds(aService({ move: aMove() }))
  await renderAt(PAGE)

  const card = within(screen.getByRole('region', { name: '203.0.113.10 접속 서버 이전' }))
  expect(card.getByRole('heading', { name: '2026.12.01까지 새 접속 서버로 이전해 주세요' })).toBeTruthy()
  expect(card.getByText('사유: 통신사 회선 교체')).toBeTruthy()
  expect(card.getByText('198.51.100.7')).toBeTruthy()
  expect(card.getByRole('link', { name: '이전하지 않고 환불받기' }).getAttribute('href')).toBe(
    '/mypage/payment-history/order?orderId=20261120-8F3K2M9QWX',
  )
})

test('a press moves the service and shows what to change on each device', async () => {
  const service = aService({ move: aMove() })
  holds(service)
  let presses = 0
  shop.use(
    http.post('/api/v1/services/:id/move', () => {
      presses += 1
      Object.assign(service, { address: '198.51.100.7', move: ACTIVE })
      return answer({})
    }),
  )
  await renderAt(PAGE)

  await press()

  const heading = await screen.findByRole('heading', { name: '새 설정을 기기에 넣어 주세요' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(presses).toBe(1)
  await userEvent.click(await screen.findByText('회사 노트북: 바꿀 값 세 가지'))
  expect(screen.getByText('gw.shop.test:51820')).toBeTruthy()
  expect(screen.getByRole('button', { name: '회사 노트북 Endpoint 복사' })).toBeTruthy()
  expect(screen.getByText(/이전 설정\(203\.0\.113\.10\)은 새 설정으로 처음/)).toBeTruthy()
})

test('whoever was moved on the day is told that the former settings are over', async () => {
  holds(
    aService({
      address: '198.51.100.7',
      move: { ...ACTIVE, state: 'moved', previousAddress: null },
    }),
  )
  await renderAt(PAGE)

  expect(screen.getByText(/이전 설정으로는 더 이상 접속되지 않습니다/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '이전하지 않고 환불받기' })).toBeTruthy()
})

test('a refusal is shown where it was provoked', async () => {
  holds(aService({ move: aMove() }))
  shop.use(
    http.post('/api/v1/services/:id/move', () =>
      refuse(409, 'ip_change_under_way', '이 상품의 IP를 변경하고 있습니다.'),
    ),
  )
  await renderAt(PAGE)

  await press()

  expect((await screen.findByRole('alert')).textContent).toContain('이 상품의 IP를 변경하고 있습니다.')
})
