import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember } from '../../tests/builders'
import { press } from '../../tests/page'
import { renderAt } from '../../tests/render'
import { answer, answerList, memberIs, shop } from '../../tests/shop'

beforeEach(() => shop.use(http.get('/api/v1/notices', () => answerList([]))))
afterEach(() => vi.unstubAllGlobals())

const LOOKED_AT = aMember({ mberId: 'hongkildong', lookUntil: '2099-11-25T12:40:00Z' })

test('staff who look as a member are told whose pages these are, until when, and what they cannot do', async () => {
  shop.use(memberIs(LOOKED_AT))
  await renderAt('/support')

  const bar = await screen.findByRole('region', { name: '회원 화면 보기' })
  expect(bar.textContent).toContain(
    'hongkildong 회원의 화면을 21:40까지 봅니다. 변경·결제와 키·코드 보기는 할 수 없습니다.',
  )
})

test('whoever ends it goes where the server says, for no page of the shop names one of the console', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  shop.use(
    memberIs(LOOKED_AT),
    http.post('/api/v1/look/end', () => answer({ next: '/somewhere/7' })),
  )
  await renderAt('/support')
  await screen.findByRole('region', { name: '회원 화면 보기' })
  await press('끝내기')

  await waitFor(() => expect(assign).toHaveBeenCalledWith('/somewhere/7'))
})
