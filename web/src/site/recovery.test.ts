import { afterEach, expect, test, vi } from 'vitest'
import { forgetReloads, reloadIfDeployed } from './recovery'

const stale = new TypeError('Failed to fetch dynamically imported module: /assets/home.js')

const reload = vi.fn()
vi.stubGlobal('location', { reload })
afterEach(() => reload.mockClear())

test('files of an older deploy reload the page, but at most twice', () => {
  expect([reloadIfDeployed(stale), reloadIfDeployed(stale), reloadIfDeployed(stale)]).toEqual([
    true,
    true,
    false,
  ])
  expect(reload).toHaveBeenCalledTimes(2)
})

test('once the app stands the next deploy may reload again', () => {
  reloadIfDeployed(stale)
  reloadIfDeployed(stale)

  forgetReloads()

  expect(reloadIfDeployed(stale)).toBe(true)
})

test('an error that a reload cannot cure does not reload', () => {
  expect(reloadIfDeployed(new Error('현재 배정 가능한 IP가 없습니다.'))).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
