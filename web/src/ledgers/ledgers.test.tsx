import { screen } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anOrder } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answerList, configIs, memberIs, shop } from '../../tests/shop'

const { orderId } = anOrder()

beforeEach(() => shop.use(memberIs(aMember({ point: 2_300, ipTicket: 4 })), configIs({ ticketYn: 'Y' })))

const rows = () =>
  screen
    .getAllByRole('listitem')
    .map((one) => one.textContent)
    .filter((text) => /[+−]\d/.test(text))

test('the points page lists every change with its order, and the balance', async () => {
  const at = '2026-11-20T05:00:00Z'
  const entries = [
    { at, kind: 'used', amount: -1_000, orderId, planName: '고정 IP VPN' },
    { at, kind: 'earned', amount: 3_300, orderId, planName: '고정 IP VPN' },
  ]
  shop.use(http.get('/api/v1/member/points', () => answerList(entries)))
  await renderAt('/mypage/points?page=1')

  expect(screen.getByText('2,300')).toBeTruthy()
  expect(rows()).toEqual([
    '결제에 사용2026.11.20 14:00 · 고정 IP VPN−1,000포인트',
    '구매 적립2026.11.20 14:00 · 고정 IP VPN+3,300포인트',
  ])
  expect(screen.getAllByRole('link', { name: '고정 IP VPN' }).at(-1)?.getAttribute('href')).toContain(orderId)
})

test('without points, the page says how they are earned', async () => {
  shop.use(http.get('/api/v1/member/points', () => answerList([])))
  await renderAt('/mypage/points')

  expect(screen.getByText(/구매하시면 결제 금액의 10%가 적립됩니다/)).toBeTruthy()
})

test('the tickets page lists every change with its expiry, and the balance', async () => {
  const at = '2026-11-20T05:00:00Z'
  const entries = [
    { at, kind: 'expired', amount: -1, orderId: null, expiresAt: null },
    { at, kind: 'granted', amount: 5, orderId, expiresAt: '2027-05-20T15:00:00Z' },
  ]
  shop.use(http.get('/api/v1/member/tickets', () => answerList(entries)))
  await renderAt('/mypage/tickets')

  expect(screen.getByText('4')).toBeTruthy()
  expect(rows()).toEqual([
    '기간만료2026.11.20 14:00−1장',
    '구매2026.11.20 14:00 · 2027.05.20까지 사용 · 주문 보기+5장',
  ])
})

test('without tickets, the page says so', async () => {
  shop.use(http.get('/api/v1/member/tickets', () => answerList([])))
  await renderAt('/mypage/tickets')

  expect(screen.getByText('아직 IP 교체권 내역이 없습니다.')).toBeTruthy()
})
