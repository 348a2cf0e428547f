import { waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { address, renderAt } from '../../tests/render'
import { answer, refuse, shop } from '../../tests/shop'

const cameFrom = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
const landAt = (path: string) => window.history.replaceState(null, '', path)

function visitsAnswered(respond = () => answer(null)) {
  const visits: unknown[] = []
  shop.use(
    http.post('/api/v1/home/visit', async ({ request }) => {
      visits.push(await request.json())
      return respond()
    }),
  )
  return visits
}

afterEach(() => {
  vi.restoreAllMocks()
  landAt('/')
})

test('a visitor from another site is noted once, with what was searched for', async () => {
  const visits = visitsAnswered()
  cameFrom('https://search.example/?query=고정+IP')

  await renderAt('/')
  await waitFor(() => expect(sessionStorage.getItem('ieum:visit')).not.toBeNull())
  await renderAt('/')

  expect(visits).toEqual([
    {
      ipAddress: '203.0.113.7',
      referrerUrl: expect.stringContaining('https://search.example/'),
      landingUrl: 'http://shop.test/',
      keyword: '고정 IP',
    },
  ])
})

test('a visit that could not be noted is tried again on the next load, and nothing is shown', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  visitsAnswered(() => refuse(503, 'unavailable', '잠시 후 다시 시도해 주세요.'))
  cameFrom('https://search.example/')

  const page = await renderAt('/')
  await waitFor(() => expect(said).toHaveBeenCalled())

  expect(sessionStorage.getItem('ieum:visit')).toBeNull()
  expect(page.queryByText('잠시 후 다시 시도해 주세요.')).toBeNull()
})

test('a link inside the shop is no visit', async () => {
  const visits = visitsAnswered()
  cameFrom('http://shop.test/static-ip')

  await renderAt('/')

  expect(visits).toEqual([])
})

test('an ad lands on the home page, its keyword noted', async () => {
  const visits = visitsAnswered()
  cameFrom('https://ad.example/')
  landAt('/static-ip?n_query=VPN')

  await renderAt('/static-ip?n_query=VPN')

  await waitFor(() => expect(visits).toMatchObject([{ keyword: 'VPN' }]))
  expect(address()).toBe('/')
})
