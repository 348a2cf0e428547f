import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aLeaving, aMember, aSubscription } from '../../tests/builders'
import { press } from '../../tests/page'
import { renderAt } from '../../tests/render'
import { answer, memberIs, refuse, shop } from '../../tests/shop'
import type { Leaving } from '../api/types'

const leavingIs = (differs: Partial<Leaving> = {}) =>
  http.get('/api/v1/member/leaving', () => answer(aLeaving(differs)))

const understood = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /모두 확인했으며/ })

beforeEach(() => shop.use(memberIs(aMember()), leavingIs({ point: 3300 })))

test('the page lists what is lost, destroyed and kept by law before anyone can leave', async () => {
  await renderAt('/mypage/leave')

  expect(screen.getByText('3,300포인트')).toBeTruthy()
  expect(screen.getByText('이름, 이메일, 휴대폰 번호')).toBeTruthy()
  expect(screen.getByText('계약과 결제 기록')).toBeTruthy()
  expect(screen.getByText('5년')).toBeTruthy()
  expect(understood().checked).toBe(false)
})

test('the box and the password are both required', async () => {
  await renderAt('/mypage/leave')

  await press('회원탈퇴')

  expect(await screen.findByText('내용을 확인하고 체크해 주세요.')).toBeTruthy()
  expect(screen.getByText('현재 비밀번호를 입력해 주세요.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(understood()))
})

test('leaving asks for confirmation, and a refusal is shown on the page', async () => {
  const detail = '결제가 처리되고 있습니다. 잠시 후 다시 시도해 주세요.'
  const sent: unknown[] = []
  shop.use(
    http.post('/api/v1/member/leave', async ({ request }) => {
      sent.push(await request.json())
      return refuse(409, 'order_in_progress', detail)
    }),
  )
  await renderAt('/mypage/leave')
  await userEvent.click(understood())
  await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'correct-horse-5')
  await press('회원탈퇴')
  await screen.findByText('탈퇴하시겠습니까?')
  expect(sent).toEqual([])

  await press('탈퇴하기')

  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(sent).toEqual([{ currentPw: 'correct-horse-5' }])
  expect(understood().checked).toBe(true)
})

test('a member with a running service is sent to the refunds first', async () => {
  shop.use(
    leavingIs({ mayLeave: false, servicesInUse: 2 }),
    http.get('/api/v1/subscriptions', () => answer([aSubscription()])),
  )

  await renderAt('/mypage/leave')

  expect(screen.getByText(/이용 중인 상품이 2개 있어 아직 탈퇴할 수 없습니다/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '회원탈퇴' })).toBeNull()
  expect(screen.getByRole('link', { name: '결제내역에서 환불하기' })).toBeTruthy()
  expect(await screen.findByText(/정기결제 1개가 자동으로 연장되고 있습니다/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '정기결제 관리' })).toBeTruthy()
})
