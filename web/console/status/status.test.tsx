import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aPreview, desk, inShell, listed, renderConsole } from '../testing'

const BOARD = {
  parts: [
    { key: 'shop', name: '홈페이지와 주문', state: 'ok', words: '' },
    { key: 'payment', name: '결제', state: 'degraded', words: '결제 확인이 늦어지고 있습니다.' },
  ],
  address: 'https://status.example',
  isElsewhere: true,
}
const TOLD = {
  id: 7,
  title: '카드 결제 지연',
  parts: ['payment'],
  level: 'degraded',
  state: 'looking',
  beganAt: '2026-11-26T01:00:00Z',
  endedAt: null,
  updates: [{ state: 'looking', words: '카드사 응답이 늦습니다.', saidAt: '2026-11-26T01:00:00Z' }],
}

beforeEach(() => {
  inShell()
})

test('what is new is seen as customers will read it before it is told', async () => {
  const sent = desk({
    'GET /status': BOARD,
    'GET /status/incidents': listed([]),
    'POST /changes/status.say/preview': aPreview({
      digest: 's1',
      rows: [{ label: '정도', value: '일부 불편' }],
    }),
    'POST /changes/status.say': { made: { id: 7 } },
    'GET /status/incidents/7': TOLD,
    'GET /record': listed([]),
  })
  const { address } = await renderConsole('/console/status')
  expect((await screen.findByText('결제 확인이 늦어지고 있습니다.')).closest('li')?.textContent).toContain(
    '일부 불편',
  )

  await userEvent.click(screen.getByRole('button', { name: '서비스 상태에 알리기' }))
  await userEvent.type(screen.getByLabelText('제목'), TOLD.title)
  await userEvent.type(screen.getByLabelText('알릴 글'), '카드사 응답이 늦습니다.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '미리 보기' }).disabled).toBe(true)
  await userEvent.click(screen.getByLabelText('결제'))
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  const shown = await screen.findByRole('figure')
  within(shown).getByText('카드사 응답이 늦습니다.')
  await userEvent.click(await screen.findByRole('button', { name: '모두에게 알리기' }))

  await waitFor(() => expect(address()).toBe('/console/status/7'))
  expect(sent.find(({ call }) => call === 'POST /changes/status.say')?.body).toEqual({
    target: null,
    wish: {
      title: TOLD.title,
      parts: ['payment'],
      level: 'degraded',
      state: 'looking',
      words: '카드사 응답이 늦습니다.',
    },
    key: expect.any(String),
    digest: 's1',
  })
})

test('a preview leads to what is already told of the same part, beside what was written', async () => {
  desk({
    'GET /status': BOARD,
    'GET /status/incidents': listed([]),
    'POST /changes/status.say/preview': aPreview({
      warnings: ['같은 곳에 이미 알리는 중인 공지가 있습니다: ‘카드 결제 지연’.'],
      links: [{ label: '‘카드 결제 지연’ 공지 열기', path: '/console/status/7' }],
    }),
  })
  await renderConsole('/console/status?say=1')

  await userEvent.type(await screen.findByLabelText('제목'), '간편결제 지연')
  await userEvent.type(screen.getByLabelText('알릴 글'), '응답이 늦습니다.')
  await userEvent.click(screen.getByLabelText('결제'))
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))

  const link = await screen.findByRole('link', { name: '‘카드 결제 지연’ 공지 열기 (새 창)' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/console/status/7', '_blank'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '모두에게 알리기' }).disabled).toBe(false)
})

test('an announcement ends by its own button, asks for words alone, and then nothing is added', async () => {
  let told: object = TOLD
  const sent = desk({
    'GET /status/incidents/7': () => told,
    'POST /changes/status.go_on/preview': aPreview({ digest: 's2' }),
    'POST /changes/status.go_on': () => {
      told = { ...TOLD, state: 'over', endedAt: '2026-11-26T02:00:00Z' }
      return { made: {} }
    },
    'GET /record': listed([]),
  })
  await renderConsole('/console/status/7')

  await userEvent.click(await screen.findByRole('button', { name: '해결 알리기' }))
  expect(document.activeElement).toBe(screen.getByLabelText('알릴 글'))
  expect(screen.queryByLabelText('정도')).toBeNull()
  await userEvent.type(screen.getByLabelText('알릴 글'), '해결되었습니다.')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.click(await screen.findByRole('button', { name: '해결로 알리고 끝내기' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: '이어서 알리기' })).toBeNull())
  // Who said so is on the page at once, too.
  expect(sent.filter(({ call }) => call === 'GET /record')).toHaveLength(2)
  expect(sent.find(({ call }) => call === 'POST /changes/status.go_on')?.body).toMatchObject({
    target: 7,
    wish: { state: 'over', words: '해결되었습니다.' },
    digest: 's2',
  })
})
