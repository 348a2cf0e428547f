import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ModalPlace, openModal } from './modal'

const open = async (...args: Parameters<typeof openModal>) => {
  render(<ModalPlace />)
  await act(async () => openModal(...args))
}

test('an alert has one button, which closes it', async () => {
  await open({ type: 'alert', message: '저장되었습니다.' })
  await screen.findByText('저장되었습니다.')

  await userEvent.click(screen.getByRole('button', { name: '확인' }))

  expect(screen.queryByText('저장되었습니다.')).toBeNull()
})

test('the page takes the focus where nothing is left to give it back to', async () => {
  render(
    <main id="content" tabIndex={-1}>
      <ModalPlace />
    </main>,
  )
  await act(async () => openModal({ type: 'alert', message: '변경되었습니다.' }))
  const button = await screen.findByRole('button', { name: '확인' })
  button.blur()

  fireEvent.click(button)

  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a handler decides when the modal closes', async () => {
  let close = () => undefined as unknown
  const onConfirm = vi.fn((decide: () => void) => {
    close = decide
  })
  await open({ type: 'confirm', message: '기기를 지울까요?', onConfirm })
  await screen.findByText('기기를 지울까요?')

  await userEvent.click(screen.getByRole('button', { name: '확인' }))
  expect(screen.getByText('기기를 지울까요?')).toBeTruthy()
  await act(async () => close())

  expect(onConfirm).toHaveBeenCalledOnce()
  expect(screen.queryByText('기기를 지울까요?')).toBeNull()
})

test('while the handler runs, no button can be pressed and Escape does not close', async () => {
  let finish = () => undefined as unknown
  const work = new Promise((resolve) => {
    finish = () => resolve(null)
  })
  const onConfirm = vi.fn(() => work)
  await open({ type: 'confirm', message: '기기를 지울까요?', onConfirm })
  await screen.findByText('기기를 지울까요?')

  await userEvent.click(screen.getByRole('button', { name: '확인' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '취소' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '확인' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))).toBe(false)
  await act(async () => finish())

  expect(screen.getByRole<HTMLButtonElement>('button', { name: '취소' }).disabled).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: '확인' }))
  expect(onConfirm).toHaveBeenCalledTimes(2)
})

test('without a handler, confirming closes', async () => {
  await open({ type: 'confirm', title: '알림', message: '계속하시겠습니까?' })
  const dialog = await screen.findByRole('dialog', { name: '알림' })

  await userEvent.click(screen.getByRole('button', { name: '확인' }))

  expect(dialog.isConnected).toBe(false)
})

test('cancelling closes without calling the handler', async () => {
  const onConfirm = vi.fn()
  await open({ type: 'confirm', message: '기기를 지울까요?', onConfirm })
  await screen.findByText('기기를 지울까요?')

  await userEvent.click(screen.getByRole('button', { name: '취소' }))

  expect(onConfirm).not.toHaveBeenCalled()
  expect(screen.queryByText('기기를 지울까요?')).toBeNull()
})
