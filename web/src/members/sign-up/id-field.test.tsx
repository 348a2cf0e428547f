import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAgreement } from '../../../tests/builders'
import { renderAt } from '../../../tests/render'
import { answer, refuse, shop } from '../../../tests/shop'

const id = () => screen.getByLabelText<HTMLInputElement>('아이디')

/** Reports every id but `taken` as free, and adds the ids it was asked for to `asked`. */
function idsAreFreeBut(taken: string, asked: unknown[] = []) {
  return http.post('/api/v1/user/check-id', async ({ request }) => {
    const { mberId } = (await request.json()) as { mberId: string }
    asked.push(mberId)
    return answer(
      mberId === taken
        ? { available: false, detail: '이미 사용 중인 아이디입니다.' }
        : { available: true, detail: '사용할 수 있는 아이디입니다.' },
    )
  })
}

beforeEach(() => shop.use(http.get('/api/v1/agreements', () => answer([anAgreement()]))))
afterEach(() => vi.useRealTimers())

test('a free id is checked once, when the typing pauses', async () => {
  const asked: unknown[] = []
  shop.use(idsAreFreeBut('taken123', asked))
  await renderAt('/sign-up')

  await userEvent.type(id(), 'hong1234')

  expect(await screen.findByText('사용할 수 있는 아이디입니다.')).toBeTruthy()
  expect(asked).toEqual(['hong1234'])
})

test('a taken id is an error of its field until it is changed', async () => {
  shop.use(idsAreFreeBut('taken123'))
  await renderAt('/sign-up')

  await userEvent.type(id(), 'taken123')
  await screen.findByText('이미 사용 중인 아이디입니다.')
  expect(id().getAttribute('aria-invalid')).toBe('true')

  await userEvent.type(id(), '4')
  expect(screen.queryByText('이미 사용 중인 아이디입니다.')).toBeNull()
  expect(await screen.findByText('사용할 수 있는 아이디입니다.')).toBeTruthy()
})

test('an ill-formed id is not checked', async () => {
  const asked: unknown[] = []
  shop.use(idsAreFreeBut('taken123', asked))
  await renderAt('/sign-up')

  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).type(id(), 'Ho')
  await vi.advanceTimersByTimeAsync(600)

  expect(asked).toEqual([])
})

test('a refused check does not keep anybody from signing up', async () => {
  shop.use(http.post('/api/v1/user/check-id', () => refuse(429, 'too_many_requests', '잠시 후')))
  await renderAt('/sign-up')

  await userEvent.type(id(), 'hong1234')

  await waitFor(() => expect(screen.getByText(/가입할 때 다시 확인합니다/)).toBeTruthy())
  expect(id().getAttribute('aria-invalid')).toBeNull()
})
