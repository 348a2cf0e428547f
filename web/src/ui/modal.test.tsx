import { act, render, screen } from '@testing-library/react'
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

test('a confirmation stays until what it started is done', async () => {
  let finish = () => undefined as unknown
  const onConfirm = vi.fn(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(null)
      }),
  )
  await open({ type: 'confirm', message: '기기를 지울까요?', onConfirm })
  await screen.findByText('기기를 지울까요?')

  await userEvent.click(screen.getByRole('button', { name: '확인' }))
  expect(screen.getByText('기기를 지울까요?')).toBeTruthy()
  await act(async () => finish())

  expect(onConfirm).toHaveBeenCalledOnce()
  expect(screen.queryByText('기기를 지울까요?')).toBeNull()
})

test('cancelling does nothing but close', async () => {
  const onConfirm = vi.fn()
  await open({ type: 'confirm', message: '기기를 지울까요?', onConfirm })
  await screen.findByText('기기를 지울까요?')

  await userEvent.click(screen.getByRole('button', { name: '취소' }))

  expect(onConfirm).not.toHaveBeenCalled()
  expect(screen.queryByText('기기를 지울까요?')).toBeNull()
})
