import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PageUnreachable } from '../pages/page-source'
import RouteError from './route-error'

afterEach(() => vi.unstubAllGlobals())

test('offline a page that is not there yet says so, and offers nothing that leads out of the shop', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<RouteError error={new PageUnreachable('no file')} />)

  expect(screen.getByText(/인터넷에 연결되어 있지 않습니다/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '다시 불러오기' }))
  expect(screen.getByText(/아직 인터넷에 연결되지 않았습니다/)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()

  onLine.mockReturnValue(true)
  await userEvent.click(screen.getByRole('button', { name: '다시 불러오기' }))
  expect(reload).toHaveBeenCalledOnce()
})
