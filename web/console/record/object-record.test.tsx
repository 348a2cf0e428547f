import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anEntry, desk, inShell, listed, renderConsole } from '../testing'
import type { Entry } from './entry'
import { ObjectRecord } from './object-record'

const entry = (index: number, differs: Partial<Entry> = {}) =>
  anEntry({
    index,
    action: 'staff.role',
    objectKind: 'member',
    objectId: '7',
    reason: `까닭 ${index}`,
    before: { points: 0 },
    after: { points: 3000 },
    alone: false,
    ...differs,
  })

const SCREENS = [
  {
    path: 'thing',
    title: '회원',
    permission: null,
    lazy: async () => ({
      Component: () => (
        <>
          <h1>회원</h1>
          <ObjectRecord kind="member" id={7} />
        </>
      ),
    }),
  },
]

test('the record of an object asks for that object alone, and goes on and back by pages', async () => {
  inShell()
  let asked = 0
  const pages = [
    listed([entry(9)], { next: 'c1' }),
    listed([entry(3, { alone: true })]),
    listed([entry(9)], { next: 'c1' }),
  ]
  const sent = desk({ 'GET /record': () => pages[asked++] })
  await renderConsole('/console/thing', SCREENS)

  expect(await screen.findByText('까닭 9')).toBeDefined()
  expect(screen.getByText('직원의 역할 변경')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '다음' }))
  expect(await screen.findByText('까닭 3')).toBeDefined()
  expect(screen.getByText('박상담 · 혼자 확인')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '이전' }))
  expect(await screen.findByText('까닭 9')).toBeDefined()

  const queries = sent.map(({ query }) => new URLSearchParams(query))
  expect(queries.every((query) => query.get('object') === 'member' && query.get('objectId') === '7')).toBe(
    true,
  )
  expect(queries[1]?.get('after')).toBe('c1')
})

test('whoever may not read the record sees nothing of it, and nothing is asked', async () => {
  inShell({ isOwner: false, permissions: [] })
  const sent = desk({ 'GET /record': listed([]) })
  await renderConsole('/console/thing', SCREENS)

  expect(await screen.findByRole('heading', { name: '회원' })).toBeDefined()
  expect(screen.queryByText('기록')).toBeNull()
  expect(sent).toEqual([])
})
