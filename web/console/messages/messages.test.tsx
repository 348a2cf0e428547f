import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aPreview, desk, inShell, listed, renderConsole } from '../testing'

const MESSAGE = {
  id: 7,
  channel: 'mail',
  state: 'refused',
  recipient: 'ho******@example.com',
  subject: '[이음] 결제가 완료되었습니다',
  memberId: 3,
  createdAt: '2026-11-24T00:00:00Z',
  sentAt: null,
  refusal: '문자 발송 계정이 연결되어 있지 않습니다. 설정에서 연결해 주세요.',
}

beforeEach(() => {
  inShell()
})

test('a message that was refused says why, and is sent again with a reason', async () => {
  const sent = desk({
    'GET /messages': listed([MESSAGE]),
    'GET /messages/7': { ...MESSAGE, body: '<b>홍*동</b> 님', buttonLabel: '', whyNotAgain: null },
    'POST /changes/messages.send/preview': aPreview(),
    'POST /changes/messages.send': { made: { messageId: 8 } },
  })
  await renderConsole('/console/messages?open=7')

  expect((await screen.findAllByText(/문자 발송 계정이 연결되어 있지 않습니다/)).length).toBeGreaterThan(0)
  screen.getByText('<b>홍*동</b> 님')
  await userEvent.click(screen.getByRole('button', { name: '다시 보내기' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('사유'), '메일함이 비워짐')
  await userEvent.click(within(dialog).getByRole('button', { name: '다시 보내기' }))

  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'POST /changes/messages.send')?.body).toMatchObject({
      target: 7,
      reason: '메일함이 비워짐',
    }),
  )
})

test('a notice is stopped after it was said how many have it', async () => {
  const sent = desk({
    'GET /broadcasts': listed([]),
    'GET /broadcasts/3': {
      broadcast: {
        id: 3,
        channel: 'mail',
        isAdvertising: false,
        subject: '안내',
        body: '점검합니다.',
        audience: '모든 회원',
        recipients: 10,
        written: 4,
        state: 'writing',
        madeByName: '김운영',
        madeAt: '2026-11-24T00:00:00Z',
      },
      counts: { sent: 4, refused: 0, withdrawn: 0, waiting: 0 },
    },
    'POST /changes/messages.stop/preview': aPreview(),
    'POST /changes/messages.stop': { made: {} },
  })
  await renderConsole('/console/broadcasts?open=3')
  await userEvent.click(await screen.findByRole('button', { name: '멈추기' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('6명')).toBeDefined()
  await userEvent.type(await dialog.findByLabelText('사유'), '잘못 씀')
  await userEvent.click(dialog.getByRole('button', { name: '멈추기' }))

  expect(await screen.findByText('보내기를 멈췄습니다.')).toBeDefined()
  expect(sent.find(({ call }) => call === 'POST /changes/messages.stop')?.body).toMatchObject({
    target: 3,
    reason: '잘못 씀',
  })
})

test('only the price that was changed is sent', async () => {
  const sent = desk({
    'GET /message-texts': { items: [] },
    'GET /message-prices': { sms: 18, lms: null },
    'POST /changes/messages.prices': { made: {} },
  })
  await renderConsole('/console/message-texts')
  await userEvent.type(await screen.findByLabelText('LMS 한 건 (원)'), '40')
  await userEvent.click(screen.getByRole('button', { name: '단가 저장' }))

  expect(await screen.findByText('문자 단가를 저장했습니다.')).toBeDefined()
  expect(sent.find(({ call }) => call === 'POST /changes/messages.prices')?.body).toMatchObject({
    target: 'message_prices',
    wish: { lms: 40 },
  })
})

test('an advertisement is shown as it will be sent before it can be sent, and going back keeps the text', async () => {
  const sent = desk({
    'GET /broadcasts': listed([]),
    'GET /plans': { items: [] },
    'GET /gateways': { items: [] },
    'POST /changes/messages.broadcast/preview': aPreview({
      title: '회원 2명에게 보냅니다',
      rows: [{ label: '내용', value: '(광고)이음' }],
      count: 2,
      digest: 'd9',
    }),
    'POST /changes/messages.broadcast': () =>
      new Response(JSON.stringify({ status: 202, data: { approvalId: 5, preview: aPreview() } }), {
        status: 202,
      }),
  })
  await renderConsole('/console/broadcasts?write=1')

  // Whom it goes to where nobody is chosen is said in the fields themselves.
  expect((await screen.findByLabelText<HTMLSelectElement>(/받는 회원/)).selectedOptions[0]?.text).toBe(
    '모든 회원',
  )
  expect(screen.getByLabelText<HTMLTextAreaElement>('내용').rows).toBe(8)
  await userEvent.selectOptions(screen.getByLabelText('종류'), 'sms')
  await userEvent.click(screen.getByLabelText(/광고입니다/))
  await userEvent.type(screen.getByLabelText('무료수신거부 번호'), '080-123-4567')
  await userEvent.type(screen.getByLabelText('내용'), '할인합니다.')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await screen.findByText('(광고)이음')
  await userEvent.click(screen.getByRole('button', { name: '취소' }))
  expect((screen.getByLabelText('내용') as HTMLTextAreaElement).value).toBe('할인합니다.')
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }))
  await userEvent.type(await screen.findByLabelText('사유'), '가을 할인')
  await userEvent.click(screen.getByRole('button', { name: '보내기' }))

  await screen.findByText('두 번째 사람의 확인을 기다립니다.')
  expect(sent.findLast(({ call }) => call === 'POST /changes/messages.broadcast')?.body).toMatchObject({
    target: null,
    digest: 'd9',
    wish: { channel: 'sms', isAdvertising: true, refusalPhone: '080-123-4567' },
  })
})

test('a price that is no number cannot be saved', async () => {
  desk({ 'GET /message-texts': { items: [] }, 'GET /message-prices': { sms: 18, lms: null } })
  await renderConsole('/console/message-texts')

  await userEvent.type(await screen.findByLabelText('LMS 한 건 (원)'), '마흔')

  screen.getByText('0부터 10,000까지 숫자로 적어 주세요.')
  expect((screen.getByRole('button', { name: '단가 저장' }) as HTMLButtonElement).disabled).toBe(true)
})
