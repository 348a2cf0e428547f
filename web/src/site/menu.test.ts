import { expect, test } from 'vitest'
import { aConfig, aMember } from '../../tests/builders'
import { PAGES } from '../routes'
import { pathOf } from '../ui/link'
import { menuFor } from './menu'

const ORDER = ['고정 IP VPN', '유동 IP VPN', 'IP 교체권', '다운로드', '이용안내', '고객센터', '마이페이지']

test('the menu follows the order of the specification, mypage last and for members only', () => {
  const labels = (loggedIn: boolean) =>
    menuFor(aConfig(), loggedIn ? aMember() : null).map(({ label }) => label)

  expect(labels(true)).toEqual(ORDER.filter((label) => labels(true).includes(label)))
  expect(labels(true).at(-1)).toBe('마이페이지')
  expect(labels(false)).toEqual(labels(true).slice(0, -1))
})

test('every entry leads to a page that exists, and a group without any is left out', () => {
  const paths = new Set(PAGES.map(({ path }) => path))
  const menu = menuFor(aConfig(), aMember())

  for (const { items } of menu) {
    expect(items).not.toHaveLength(0)
    for (const { to } of items) expect(paths).toContain(pathOf(to))
  }
})

test('a product that is switched off is missing with all its entries', () => {
  const prefixes = menuFor(aConfig({ sttcYn: 'N', dynmYn: 'N', ticketYn: 'N' }), aMember()).map(
    ({ prefix }) => prefix,
  )

  expect(prefixes).not.toContain('/static-ip')
  expect(prefixes).toContain('/mypage')
})

test.each([
  ['Y', 0, true],
  ['N', 2, true],
  ['N', 0, false],
] as const)(
  'with tickets switched %s a member who holds %i is led to them: %s',
  (ticketYn, ipTicket, isLed) => {
    const menu = menuFor(aConfig({ ticketYn }), aMember({ ipTicket }))

    const mypage = menu.find(({ mypage }) => mypage)?.items.map(({ label }) => label)
    expect(mypage?.includes('IP 변경')).toBe(isLed)
    expect(mypage?.includes('IP 교체권 내역')).toBe(isLed)
    expect(menu.some(({ prefix }) => prefix === '/ip-ticket')).toBe(ticketYn === 'Y')
  },
)

test('remote support is the last entry of its group, where the operator offers it', () => {
  const support = (remoteSupportUrl: string) =>
    menuFor(aConfig({ remoteSupportUrl }), null).find(({ prefix }) => prefix === '/support')?.items ?? []

  expect(support('https://help.example/').at(-1)).toMatchObject({
    label: '원격지원',
    to: 'https://help.example/',
    connect: true,
  })
  expect(support('javascript:alert(1)').some(({ label }) => label === '원격지원')).toBe(false)
})
