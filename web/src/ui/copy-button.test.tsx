import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button'
import { ToastPlace } from './toast'

const clipboardIs = (clipboard: Partial<Clipboard> | undefined) =>
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard)

afterEach(() => vi.restoreAllMocks())

function aButton() {
  render(
    <>
      <CopyButton text="110-123-456789" what="계좌번호" />
      <ToastPlace />
    </>,
  )
  return userEvent.setup()
}

test('the button confirms that it copied', async () => {
  const user = aButton()
  const writeText = vi.fn(async () => undefined)
  clipboardIs({ writeText })

  await user.click(screen.getByRole('button', { name: '계좌번호 복사' }))

  expect(await screen.findByText('복사했습니다.')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith('110-123-456789')
})

test.each([
  ['denied', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ['missing', undefined],
])('with the clipboard %s, a toast says how to copy by hand', async (_, clipboard) => {
  const user = aButton()
  clipboardIs(clipboard)

  await user.click(screen.getByRole('button', { name: '계좌번호 복사' }))

  expect(await screen.findByText(/복사하지 못했습니다/)).toBeTruthy()
})
