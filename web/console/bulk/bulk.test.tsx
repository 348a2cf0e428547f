import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ListScreen } from '../desk/list-screen'
import type { Screen } from '../frame/screen'
import { screens as all } from '../screens'
import { aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import { BulkButton } from './bulk-button'

const RUN = {
  id: 9,
  change: 'services.extend',
  title: '서비스 2개 – 이용 기간 연장',
  state: 'running',
  total: 2,
  done: 1,
  skipped: 0,
  failed: 0,
  reason: '장애 보상',
  madeBy: 1,
  madeByName: '김운영',
  madeAt: '2026-11-24T00:00:00Z',
  endedAt: null,
  approvalId: null,
  undoes: null,
  undoneBy: null,
}
const ROW = {
  objectId: 31,
  state: 'done',
  detail: '',
  before: { endsAt: '2026.12.01 00:00' },
  after: { endsAt: '2026.12.04 00:00', days: 3 },
  at: '2026-11-24T00:00:01Z',
}

function Things() {
  return (
    <ListScreen<{ id: number }>
      title="것"
      label="것"
      path="/api/v1/console/things"
      columns={[{ key: 'id', label: '번호', cell: ({ id }) => id }]}
      idOf={({ id }) => String(id)}
      empty="없음"
      sheet={() => null}
      sheetTitle={() => ''}
      bulk={(selection, query, clear) => (
        <BulkButton of="services" selection={selection} query={query} clear={clear} />
      )}
    />
  )
}
const SCREENS: Screen[] = [
  ...all,
  { path: 'things', title: '것', permission: null, lazy: async () => ({ Component: Things }) },
]

beforeEach(() => {
  inShell()
})

test('days are asked for, the exact count is shown, and the run begins with what was ticked', async () => {
  const sent = desk({
    'GET /things': listed([{ id: 31 }, { id: 32 }]),
    'POST /bulk/preview': aPreview({ title: '서비스 1개', count: 1, digest: 'd7' }),
    'POST /bulk': { runId: 9, approvalId: null },
    'GET /bulk/9': { run: RUN, whyNotCancel: null, whyNotUndo: '아직' },
    'GET /bulk/9/rows': listed([ROW]),
  })
  const { address } = await renderConsole('/console/things', SCREENS)

  await userEvent.click(await screen.findByRole('checkbox', { name: '이 쪽의 모든 줄 선택' }))
  await userEvent.click(screen.getByRole('button', { name: '이용 기간 연장' }))
  await userEvent.type(screen.getByLabelText('며칠을 늘릴까요?'), '3')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await screen.findByText('1건')
  await userEvent.type(await screen.findByLabelText('사유'), '장애 보상')
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: '이용 기간 연장' }))

  await waitFor(() => expect(address()).toBe('/console/bulk/9'))
  expect(sent.find(({ call }) => call === 'POST /bulk')?.body).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    change: 'services.extend',
    wish: { days: 3 },
    ids: [31, 32],
    digest: 'd7',
    reason: '장애 보상',
  })
})

test('days that nobody can give are refused before the preview', async () => {
  desk({ 'GET /things': listed([{ id: 31 }]) })
  await renderConsole('/console/things', SCREENS)

  await userEvent.click(await screen.findByRole('checkbox', { name: '이 쪽의 모든 줄 선택' }))
  await userEvent.click(screen.getByRole('button', { name: '이용 기간 연장' }))
  await userEvent.type(screen.getByLabelText('며칠을 늘릴까요?'), '367')

  expect((screen.getByRole('button', { name: '미리 보기' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a run says what became of each row, and why it cannot be taken back yet', async () => {
  const sent = desk({
    'GET /bulk/9': { run: RUN, whyNotCancel: null, whyNotUndo: '끝나거나 멈춘 뒤에 되돌릴 수 있습니다.' },
    'GET /bulk/9/rows': listed([
      ROW,
      { ...ROW, objectId: 32, state: 'failed', detail: '이미 끝난 서비스입니다.', before: null, after: null },
    ]),
    'POST /bulk/9/cancel': () => refuse(409, 'bulk_stays', '이미 끝났습니다.'),
  })
  await renderConsole('/console/bulk/9')

  await screen.findByText('만료 2026.12.01 00:00 → 2026.12.04 00:00, 늘린 날 3')
  screen.getByText('이미 끝난 서비스입니다.')
  screen.getByText('끝나거나 멈춘 뒤에 되돌릴 수 있습니다.')
  await userEvent.click(screen.getByRole('button', { name: '멈추기' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('사유'), '잘못 골랐음')
  await userEvent.click(within(dialog).getByRole('button', { name: '멈추기' }))

  await within(dialog).findByText('이미 끝났습니다.')
  expect(sent.find(({ call }) => call === 'POST /bulk/9/cancel')?.body).toEqual({ reason: '잘못 골랐음' })
})
