import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as files from '../../src/ui/save-file'
import { lastMonths } from '../desk/months'
import { aPreview, desk, inShell, listed, refuse, renderConsole } from '../testing'
import { monthToIssue } from './months'

const NUMBER = '20261125-41000000-1234567a'
const INVOICE = {
  orderId: 'order-1',
  requestedAt: '2026-11-20T00:00:00Z',
  paidAt: '2026-11-20T00:00:00Z',
  businessNumber: '123-45-67891',
  number: '123-45-67891',
  company: '이음상사',
  representative: '홍*동',
  email: 't**@example.com',
  planName: 'KT 고정 IP',
  months: 1,
  quantity: 1,
  orderState: 'paid',
  amount: 33_000,
  returned: 0,
  supply: 30_000,
  vat: 3_000,
  exportedAt: null,
  state: 'open',
  issuedAt: null,
  issuedNumber: null,
  refusedAt: null,
  refusalReason: null,
}

beforeEach(() => {
  inShell()
})

test('an invoice is marked as issued under the number that was previewed', async () => {
  const sent = desk({
    'GET /invoices': listed([INVOICE]),
    'GET /invoices/order-1': INVOICE,
    'POST /changes/invoices.issue/preview': aPreview({ title: '발행', digest: 'd2' }),
    'POST /changes/invoices.issue': { made: {} },
  })
  await renderConsole('/console/invoices?open=order-1')

  await userEvent.click(await screen.findByRole('button', { name: '발행으로 표시' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('국세청 승인번호'), NUMBER)
  await userEvent.click(within(dialog).getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '홈택스 발행')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '발행으로 표시' }))

  await screen.findByText('발행으로 표시했습니다.')
  expect(sent.find(({ call }) => call.endsWith('/invoices.issue/preview'))?.body).toEqual({
    target: 'order-1',
    wish: { number: NUMBER },
  })
  expect(sent.find(({ call }) => call.endsWith('/invoices.issue'))?.body).toEqual({
    target: 'order-1',
    wish: { number: NUMBER },
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    digest: 'd2',
    reason: '홈택스 발행',
  })
})

test('the month for the accountant is saved, and a refusal keeps the reason that was typed', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined)
  let isRefused = true
  const sent = desk({
    'POST /accountant/month': () =>
      isRefused
        ? refuse(409, 'month_to_come', '아직 시작하지 않은 달입니다.')
        : new Response('zip', {
            headers: { 'content-disposition': 'attachment; filename="ieum-2026-10.zip"' },
          }),
  })
  await renderConsole('/console/accountant')

  await userEvent.type(await screen.findByLabelText('사유'), '부가세 신고')
  const button = screen.getByRole('button', { name: /파일 받기/ })
  await userEvent.click(button)
  await screen.findByText('아직 시작하지 않은 달입니다.')
  expect((screen.getByLabelText('사유') as HTMLTextAreaElement).value).toBe('부가세 신고')
  isRefused = false
  await userEvent.click(button)

  await screen.findByText('파일을 받았습니다.')
  expect(saved.mock.calls[0]?.[0]).toBe('ieum-2026-10.zip')
  expect(sent[1]?.body).toEqual({ month: lastMonths()[1], reason: '부가세 신고' })
})

test('a month begins at midnight in Seoul', () => {
  expect(lastMonths(3, new Date('2026-12-31T15:00:00Z'))).toEqual(['2027-01', '2026-12', '2026-11'])
  expect(lastMonths(1, new Date('2026-12-31T14:59:59Z'))).toEqual(['2026-12'])
})

test('until the tenth the last month is issued, then this one', () => {
  expect(monthToIssue(new Date('2027-01-10T14:59:59Z'))).toBe('2026-12')
  expect(monthToIssue(new Date('2027-01-10T15:00:00Z'))).toBe('2027-01')
})
