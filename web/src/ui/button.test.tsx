import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button'

test('a button at work keeps the focus, and a second press does nothing', async () => {
  let refuse = () => {}
  const work = vi.fn()
  function Worker() {
    const [busy, setBusy] = useState(false)
    refuse = () => setBusy(false)
    const press = () => {
      work()
      setBusy(true)
    }
    return (
      <Button loading={busy} onClick={press}>
        보내기
      </Button>
    )
  }
  render(<Worker />)
  const button = screen.getByRole('button')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  // jsdom leaves the focus on a disabled button, a browser does not.
  expect(button.hasAttribute('disabled')).toBe(false)
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(work).toHaveBeenCalledOnce()

  act(refuse)
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  expect(work).toHaveBeenCalledTimes(2)
})

test('while its button is at work, a form is sent neither by the button nor by Enter in a field', async () => {
  const send = vi.fn((event: FormEvent) => event.preventDefault())
  const form = (loading: boolean) => (
    <form onSubmit={send}>
      <input aria-label="이름" />
      <Button type="submit" loading={loading}>
        저장
      </Button>
    </form>
  )
  const { rerender } = render(form(true))
  await userEvent.click(screen.getByRole('button'))
  await userEvent.type(screen.getByLabelText('이름'), '가{Enter}')
  expect(send).not.toHaveBeenCalled()

  rerender(form(false))
  await userEvent.type(screen.getByLabelText('이름'), '{Enter}')
  expect(send).toHaveBeenCalledOnce()
})

test('a button that has nothing to do yet is disabled', () => {
  render(<Button disabled>결제하기</Button>)
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
})
