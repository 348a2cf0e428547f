import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, desk, inShell, refuse, renderConsole } from '../testing'

beforeEach(() => inShell())

test('who has searched for many people says why, and the list comes', async () => {
  let isRefused = true
  const sent = desk({
    'GET /members': () =>
      isRefused
        ? refuse(403, 'search_needs_reason', '사유를 적으면 이어서 찾을 수 있습니다.')
        : answer({ items: [], next: null, count: 0, countIsMore: false }),
    'POST /search/reason': () => {
      isRefused = false
      return answer(null)
    },
  })
  await renderConsole('/console/members?q=홍길동')

  await userEvent.type(await screen.findByLabelText('사유'), '전화 문의')
  await userEvent.click(screen.getByRole('button', { name: '이어서 찾기' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: '이어서 찾기' })).toBeNull())
  expect(sent.find(({ body }) => body)?.body).toEqual({ reason: '전화 문의' })
})
