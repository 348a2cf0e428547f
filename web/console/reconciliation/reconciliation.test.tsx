import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anEntry, aPreview, desk, inShell, listed, renderConsole } from '../testing'

const ALARM = {
  id: 4,
  kind: 'provider_amount_differs',
  reference: 'order-1',
  detail: '33000 won at the provider, 34000 won in our records',
  raisedAt: '2026-11-24T00:00:00Z',
  clearedAt: null,
  clearedBy: null,
  title: '결제 금액이 다름',
  means: '같은 결제의 금액이 다릅니다.',
  todo: '결제대행사에 문의해 주세요.',
  about: 'order-1',
  orderId: 'order-1',
}

const OURS = {
  orderId: 'order-1',
  orderState: 'paid',
  channel: 'normal',
  state: 'approved',
  amount: 34_000,
  cancelledAmount: 0,
  requestedAt: '2026-11-24T00:00:00Z',
  approvedAt: '2026-11-24T00:00:00Z',
  reversedAt: null,
  providerOrderId: 'order-1',
  paymentKey: 'key',
}

const SETTLED = anEntry({
  action: 'reconciliation.settle',
  objectKind: 'alarm',
  objectId: '4',
  reason: '은행에서 확인함',
  before: { state: 'open' },
  after: { state: 'cleared' },
  alone: false,
})

test('an alarm shows both sides of the money and is settled with a reason', async () => {
  inShell()
  const theirs = { status: 'approved', amount: 33_000, balance: 33_000, approvedAt: null, failureCode: null }
  const sent = desk({
    'GET /alarms': listed([ALARM]),
    'GET /alarms/4': ALARM,
    'GET /alarms/4/sides': { items: [{ ours: OURS, theirs, isReached: true, difference: '1000 won' }] },
    'POST /changes/reconciliation.settle/preview': aPreview({ digest: 'd3' }),
    'POST /changes/reconciliation.settle': { made: {} },
  })
  await renderConsole('/console/reconciliation?open=4')

  const table = await screen.findByRole('table', { name: '결제 order-1' })
  expect(within(table).getAllByText('34,000').length).toBe(2)
  expect(within(table).getAllByText('33,000').length).toBe(2)
  screen.getByText(/양쪽이 다릅니다/)
  await userEvent.click(screen.getByRole('button', { name: '처리 완료로 표시' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('사유'), '직접 취소함')
  await userEvent.click(within(dialog).getByRole('button', { name: '처리 완료로 표시' }))

  await screen.findByText('처리 완료로 표시했습니다.')
  expect(sent.find(({ call }) => call === 'POST /changes/reconciliation.settle')?.body).toEqual({
    target: 4,
    wish: {},
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    digest: 'd3',
    reason: '직접 취소함',
  })
})

test('a settled alarm that has left the list keeps its title, says why it was and no more what to do, and has the focus', async () => {
  inShell()
  const backup = { ...ALARM, orderId: null }
  let isOpen = true
  const cleared = { ...backup, clearedAt: '2026-11-25T00:00:00Z', clearedBy: '김운영' }
  const sent = desk({
    'GET /alarms': () => listed(isOpen ? [backup] : []),
    'GET /alarms/4': () => (isOpen ? backup : cleared),
    'POST /changes/reconciliation.settle/preview': aPreview({ digest: 'd3' }),
    'POST /changes/reconciliation.settle': () => {
      isOpen = false
      return { made: {} }
    },
    'GET /record': listed([SETTLED]),
  })
  await renderConsole('/console/reconciliation?state=open&open=4')

  const sheet = await screen.findByRole('region', { name: ALARM.title })
  expect(within(sheet).getByText('할 일')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '처리 완료로 표시' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('사유'), '직접 취소함')
  await userEvent.click(within(dialog).getByRole('button', { name: '처리 완료로 표시' }))

  await screen.findByText('조건에 맞는 것이 없습니다.')
  await waitFor(() => expect(within(sheet).queryByRole('button', { name: '처리 완료로 표시' })).toBeNull())
  expect(screen.getByRole('region', { name: ALARM.title })).toBe(sheet)
  expect(within(sheet).queryByText('할 일')).toBeNull()
  expect(await within(sheet).findByText('은행에서 확인함')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'GET /record')?.query).toContain('object=alarm&objectId=4')
  await waitFor(() => expect(document.activeElement).toBe(sheet))
})

test('where the provider does not answer, our side stands alone and nothing is called alike', async () => {
  inShell({ isOwner: false, permissions: ['reconciliation.view'] })
  desk({
    'GET /alarms': listed([ALARM]),
    'GET /alarms/4': ALARM,
    'GET /alarms/4/sides': { items: [{ ours: OURS, theirs: null, isReached: false, difference: null }] },
  })
  await renderConsole('/console/reconciliation?open=4')

  await screen.findByText(/결제대행사가 응답하지 않습니다/)
  expect(screen.queryByText('지금은 양쪽이 같습니다.')).toBeNull()
  screen.getByText('알람을 처리할 권한이 없습니다.')
})

test('an alarm of a backup is found under its tab and says in words what it is about', async () => {
  inShell()
  const late = {
    ...ALARM,
    kind: 'backup_late',
    reference: 'base',
    about: '데이터베이스 백업',
    title: '데이터베이스 백업이 늦음: 지금 백업해 주세요',
    orderId: null,
  }
  const sent = desk({
    'GET /views': { items: [] },
    'GET /alarms': listed([late]),
    'GET /alarms/4': late,
  })
  await renderConsole('/console/reconciliation')

  await userEvent.click(await screen.findByRole('button', { name: '백업' }))
  await waitFor(() => expect(sent.some(({ query }) => query.includes('area=backups'))).toBe(true))
  await userEvent.click(await screen.findByText('데이터베이스 백업'))
  expect((await screen.findByText('할 일')).closest('dl')?.textContent).toContain('참조데이터베이스 백업')
  expect(screen.queryByText('base')).toBeNull()
})

test('nightly checks say of each day whether both sides were alike', async () => {
  inShell()
  const check = { kind: 'provider', checkedAt: '2026-11-24T19:30:00Z' }
  const totals = { approved_here: 99_000, approved_there: 98_000, returned_there: 0 }
  const difference = { what: 'day_differs', reference: '2026-11-23', detail: '' }
  desk({
    'GET /book-checks': {
      items: [
        { ...check, id: 2, day: '2026-11-24', totals, differences: [] },
        { ...check, id: 1, day: '2026-11-23', totals, differences: [difference] },
      ],
    },
  })
  await renderConsole('/console/book-checks')

  await screen.findByText('다름 1건')
  screen.getByText('같음')
  screen.getByText(/아직 점검하지 않았습니다/)
})
