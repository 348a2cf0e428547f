import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../src/api/problem'
import { answer, aPreview, desk, inShell, refuse, renderConsole } from '../testing'
import { send } from './calls'
import { Dialog } from './dialog'
import { TextField } from './field'
import { PreviewDialog } from './preview-dialog'
import { Sheet } from './sheet'
import type { Preview } from './types'

const done = vi.fn()
const closed = vi.fn()
const load = vi.fn<() => Promise<Preview>>()

async function renderDialog(options: Partial<Parameters<typeof PreviewDialog>[0]> = {}) {
  const Component = () => (
    <>
      <h1>주문</h1>
      <PreviewDialog
        title="환불"
        confirmLabel="33,000원 환불"
        load={load}
        confirm={(confirmed) => send('POST', '/api/v1/console/refunds', confirmed)}
        onDone={done}
        onClose={closed}
        {...options}
      />
    </>
  )
  await renderConsole('/console/refund', [
    { path: 'refund', title: '환불', permission: null, lazy: async () => ({ Component }) },
  ])
  return screen.findByRole<HTMLButtonElement>('button', { name: '33,000원 환불' })
}

beforeEach(() => {
  done.mockReset()
  closed.mockReset()
  load.mockReset().mockResolvedValue(aPreview())
  inShell()
})

test('what the server refuses to preview cannot be confirmed, and leads back to what was typed', async () => {
  load.mockRejectedValue(
    new Problem({ status: 422, code: 'invalid_fields', title: '', detail: '이름은 영문 소문자입니다.' }),
  )
  await renderDialog()

  await screen.findByText('이름은 영문 소문자입니다.')
  expect(screen.queryByLabelText('사유')).toBeNull()
  expect(screen.queryByRole('button', { name: '33,000원 환불' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '돌아가기' }))
  expect(closed).toHaveBeenCalled()
})

test('a press that is tried again has the key of the first, and another dialog has its own', async () => {
  const keys: string[] = []
  const confirm = vi.fn(async (_: unknown, key: string) => {
    keys.push(key)
    throw new Problem({ status: 503, code: 'unavailable', title: '', detail: '잠시 후 다시 눌러 주세요.' })
  })
  const button = await renderDialog({ confirm })
  await userEvent.type(await screen.findByLabelText('사유'), '전화 요청')
  await userEvent.click(button)
  await screen.findByText('잠시 후 다시 눌러 주세요.')
  await userEvent.click(button)
  await waitFor(() => expect(keys).toHaveLength(2))
  cleanup()
  const other = await renderDialog({ confirm })
  await userEvent.type(await screen.findByLabelText('사유'), '전화 요청')
  await userEvent.click(other)
  await waitFor(() => expect(keys).toHaveLength(3))

  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('the focus begins where something is written, not at the button that closes', async () => {
  render(
    <Dialog title="직원 초대" onClose={() => undefined}>
      <TextField label="이름" />
    </Dialog>,
  )

  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('이름')))
})

test('the focus goes on in the sheet when the button that opened the dialog is gone', async () => {
  function Announcement() {
    const [state, setState] = useState<'open' | 'ending' | 'over'>('open')
    return (
      <Sheet title="카드 결제 지연" onClose={() => undefined}>
        {state !== 'over' && (
          <button type="button" onClick={() => setState('ending')}>
            해결 알리기
          </button>
        )}
        {state === 'ending' && (
          <Dialog title="해결" onClose={() => setState('open')}>
            <button type="button" onClick={() => setState('over')}>
              알리기
            </button>
          </Dialog>
        )}
      </Sheet>
    )
  }
  render(<Announcement />)

  await userEvent.click(screen.getByRole('button', { name: '해결 알리기' }))
  await userEvent.click(screen.getByRole('button', { name: '알리기' }))

  expect(document.activeElement).toBe(screen.getByRole('region', { name: '카드 결제 지연' }))
})

test('a preview shows what changes from what, and its warnings, before anything can be pressed', async () => {
  load.mockResolvedValue(aPreview({ warnings: ['서비스가 바로 끝납니다.'], count: 42, amount: 33_000 }))
  const button = await renderDialog()

  expect((await screen.findByRole('row', { name: /상태/ })).textContent).toContain(
    '결제됨 → , 바뀐 뒤 환불됨',
  )
  expect(screen.getByText('서비스가 바로 끝납니다.')).toBeDefined()
  expect(screen.getByText('42건')).toBeDefined()
  expect(button.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('사유'), '고객 요청')
  expect(button.disabled).toBe(false)
})

test('what is sent names what was seen, and the caller hears of it once it is done', async () => {
  const sent = desk({ 'POST /refunds': { id: 3 } })
  const button = await renderDialog()
  await userEvent.type(screen.getByLabelText('사유'), ' 고객 요청 ')
  await userEvent.click(button)

  expect(sent[0]?.body).toEqual({ digest: 'd1', reason: '고객 요청' })
  expect(done).toHaveBeenCalledWith({ id: 3 })
})

test('the answer 202 says that a second person has to confirm, and leads there', async () => {
  desk({ 'POST /refunds': () => answer({ approvalId: 9 }, 202) })
  const button = await renderDialog()
  await userEvent.type(screen.getByLabelText('사유'), '고객 요청')
  await userEvent.click(button)

  expect(await screen.findByText('두 번째 사람의 확인을 기다립니다.')).toBeDefined()
  expect(screen.getByRole('link', { name: '승인 보기' }).getAttribute('href')).toBe(
    '/console/approvals?open=9',
  )
  expect(done).not.toHaveBeenCalled()
})

test('what would do something else by now is shown anew, and what was typed stays', async () => {
  desk({ 'POST /refunds': () => refuse(409, 'preview_changed', '그사이 내용이 바뀌었습니다.') })
  const button = await renderDialog()
  await userEvent.type(screen.getByLabelText('사유'), '고객 요청')
  load.mockResolvedValue(aPreview({ digest: 'd2', rows: [{ label: '환불액', value: '22,000원' }] }))
  await userEvent.click(button)

  expect(await screen.findByText('22,000원')).toBeDefined()
  expect(screen.getByText('그사이 내용이 바뀌었습니다.')).toBeDefined()
  const sent = desk({ 'POST /refunds': {} })
  await userEvent.click(button)
  expect(sent[0]?.body).toEqual({ digest: 'd2', reason: '고객 요청' })
})

test('something dangerous asks for its name, and whoever is alone for a code', async () => {
  const button = await renderDialog({ typedName: '박상담', asksCode: true, asksReason: false })
  await userEvent.type(screen.getByLabelText(/아래와 똑같이/), '박상')
  await userEvent.type(screen.getByLabelText('인증번호'), '123456')
  expect(button.disabled).toBe(true)

  await userEvent.type(screen.getByLabelText(/아래와 똑같이/), '담')
  expect(button.disabled).toBe(false)
})

test('closing asks once before something written is dropped, and does not where nothing is', async () => {
  await renderDialog()
  await userEvent.click(screen.getByRole('button', { name: '취소' }))
  expect(closed).toHaveBeenCalledTimes(1)

  await userEvent.type(screen.getByLabelText('사유'), '고객 요청')
  await userEvent.click(screen.getByRole('button', { name: '닫기' }))
  expect(closed).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('alert').textContent).toContain('입력한 내용이 사라집니다.')

  await userEvent.click(screen.getByRole('button', { name: '계속 작성' }))
  expect(screen.queryByText(/입력한 내용이 사라집니다/)).toBeNull()
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  await userEvent.click(await screen.findByRole('button', { name: '버리고 닫기' }))
  expect(closed).toHaveBeenCalledTimes(2)
})

test('Enter after Escape does not do what one is leaving: it goes on writing', async () => {
  const sent = desk({ 'POST /refunds': {} })
  await renderDialog()
  const reason = screen.getByLabelText('사유')
  await userEvent.type(reason, '고객 요청')
  act(() => screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '계속 작성' })))
  act(() => reason.closest('form')?.requestSubmit())
  await userEvent.keyboard('{Enter}')

  expect(screen.queryByText(/입력한 내용이 사라집니다/)).toBeNull()
  expect(document.activeElement).toBe(reason)
  expect([sent.length, closed.mock.calls.length, done.mock.calls.length]).toEqual([0, 0, 0])
})

test('what came back from a preview is not dropped without the question', async () => {
  const dropped = vi.fn()
  render(
    <Dialog title="알리기" onClose={dropped} isFilled>
      <TextField label="제목" defaultValue="점검 안내" />
    </Dialog>,
  )

  await userEvent.click(screen.getByRole('button', { name: '닫기' }))

  screen.getByText(/입력한 내용이 사라집니다/)
  expect(dropped).not.toHaveBeenCalled()
})
