import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aMember, aService } from '../../tests/builders'
import { renderAt } from '../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../tests/shop'

const PAGE = '/mypage/service-status/normal'
const BUTTON = '203.0.113.10 다른 IP로 무료 변경'

function holds(service: ReturnType<typeof aService>) {
  shop.use(
    http.get('/api/v1/services', () => answerList([service])),
    http.get('/api/v1/services/:id', () => answer(service)),
  )
}

const press = async () => {
  await userEvent.click(screen.getByRole('button', { name: BUTTON }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '무료 변경' }))
}

beforeEach(() => shop.use(memberIs(aMember())))

test('an address that is in order offers nothing', async () => {
  holds(aService())
  await renderAt(PAGE)

  expect(screen.queryByText(/문제가 확인되었습니다/)).toBeNull()
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
})

test('a press changes a flagged address for nothing', async () => {
  const service = aService({ addressFlagged: true })
  holds(service)
  const seen: unknown[] = []
  shop.use(
    http.post('/api/v1/services/:id/address-offer', async ({ request }) => {
      seen.push(await request.json())
      Object.assign(service, { address: '203.0.113.11', addressFlagged: false })
      return answer({ serviceId: 5, previousAddress: '203.0.113.10', address: '203.0.113.11' })
    }),
  )
  await renderAt(PAGE)
  expect(screen.getByText(/문제가 확인되었습니다/)).toBeTruthy()

  await press()

  expect(await screen.findByText('IP가 203.0.113.11로 변경되었습니다.')).toBeTruthy()
  expect(seen).toEqual([{ address: '203.0.113.10' }])
  expect(await screen.findByRole('article', { name: '203.0.113.11', hidden: true })).toBeTruthy()
})

test('a refusal is shown where it was provoked', async () => {
  holds(aService({ addressFlagged: true }))
  shop.use(
    http.post('/api/v1/services/:id/address-offer', () =>
      refuse(409, 'none_to_offer', '지금 변경해 드릴 수 있는 IP가 없습니다.'),
    ),
  )
  await renderAt(PAGE)

  await press()

  expect((await screen.findByRole('alert')).textContent).toContain('지금 변경해 드릴 수 있는 IP가 없습니다.')
})

test('a dynamic service is told to change by its own ways', async () => {
  holds(aService({ kind: 'dynamic', addressFlagged: true }))
  await renderAt(PAGE)

  expect(screen.getByText(/아래에서 IP를 변경하시면/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
})
