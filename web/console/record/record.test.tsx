import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anEntry, desk, inShell, listed, renderConsole } from '../testing'
import { difference } from './difference'

test.each([
  ['a value', { price: 1000 }, { price: 33_000 }, [['price', '1,000', '33,000']]],
  ['what is the same', { price: 1, name: 'a' }, { price: 1, name: 'b' }, [['name', 'a', 'b']]],
  ['what was made', null, { open: true }, [['open', null, '예']]],
  ['what is gone', { note: 'x' }, null, [['note', 'x', null]]],
  ['what lies deeper', { plan: { days: 30 } }, { plan: { days: 90 } }, [['plan › days', '30', '90']]],
  ['a list', { tags: ['a'] }, { tags: ['a', 'b'] }, [['tags', 'a', 'a, b']]],
])('the difference names %s', (_, before, after, expected) => {
  expect(difference(before, after).map(({ name, before: old, after: young }) => [name, old, young])).toEqual(
    expected,
  )
})

const ENTRY = anEntry()

test('an entry reads as who did what to which object, and opens to what it changed', async () => {
  inShell()
  desk({
    'GET /record': listed([ENTRY]),
    'GET /permissions': { items: [{ name: 'orders.refund', label: '환불', group: '주문·결제' }] },
    'GET /staff': { items: [] },
  })
  await renderConsole('/console/record?open=12')

  expect(
    await screen.findByRole('row', { name: /환불 주문 20261124-1 박상담 고객 요청 혼자 확인/ }),
  ).toBeDefined()
  const sheet = within(screen.getByRole('region', { name: '기록 12' }))
  expect(sheet.getByRole('row', { name: 'state paid refunded' })).toBeDefined()
  expect(sheet.getByText('두 번째 사람 없이 혼자 확인')).toBeDefined()
})
