import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { address, renderAt } from '../../tests/render'
import { answer, refuse, shop } from '../../tests/shop'

const cameFrom = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
const landAt = (path: string) => window.history.replaceState(null, '', path)

function visitsAnswered(respond: () => Response = () => answer(null)) {
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

test('a visit from another site is logged once, with the search words', async () => {
  const visits = visitsAnswered()
  cameFrom('https://search.naver.com/?query=고정+IP')

  await renderAt('/')
  await waitFor(() => expect(sessionStorage.getItem('ieum:visit')).not.toBeNull())
  await renderAt('/')

  expect(visits).toEqual([
    {
      ipAddress: '203.0.113.7',
      referrerUrl: expect.stringContaining('https://search.naver.com/'),
      landingUrl: 'http://shop.test/',
      keyword: '고정 IP',
    },
  ])
})

test('a visit that could not be logged is not marked as logged, and nothing is shown', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  visitsAnswered(() => refuse(503, 'unavailable', '방문을 기록하지 못했습니다.'))
  cameFrom('https://search.example/')

  const page = await renderAt('/')
  await waitFor(() => expect(warn).toHaveBeenCalled())

  expect(sessionStorage.getItem('ieum:visit')).toBeNull()
  expect(page.queryByText('방문을 기록하지 못했습니다.')).toBeNull()
})

test('a visit that could not be logged is logged on the next page, once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let isDown = true
  const visits = visitsAnswered(() => (isDown ? refuse(503, 'unavailable', '나중에') : answer(null)))
  cameFrom('https://search.naver.com/?query=고정+IP')
  const { unmount } = await renderAt('/')
  await waitFor(() => expect(warn).toHaveBeenCalled())
  unmount()

  isDown = false
  cameFrom('http://shop.test/')
  await renderAt('/privacy/policy')
  await waitFor(() => expect(sessionStorage.getItem('ieum:visit')).not.toBeNull())
  await renderAt('/')

  expect(visits).toHaveLength(2)
  expect(visits[1]).toEqual(visits[0])
  expect(sessionStorage.getItem('ieum:unlogged-visit')).toBeNull()
})

test('a link within the site is no visit', async () => {
  const visits = visitsAnswered()
  cameFrom('http://shop.test/static-ip')

  await renderAt('/')

  expect(visits).toEqual([])
})

test('an ad leads to the home page, with its keyword logged and its NaPm unchanged', async () => {
  const visits = visitsAnswered()
  cameFrom('https://ad.example/')
  const ad = '/static-ip?n_query=VPN&NaPm=ct%3Dabc|ci=%2B1|tr=sa&n_rank=1'
  landAt(ad)

  await renderAt(ad)

  await waitFor(() => expect(address()).toBe('/?NaPm=ct%3Dabc|ci=%2B1|tr=sa'))
  expect(visits).toMatchObject([{ keyword: 'VPN' }])
})

test.each([
  ['/?n_query=typed&n_keyword=bid', 'https://search.naver.com/?query=engine', 'typed'],
  ['/?n_keyword=bid', 'https://search.naver.com/?query=engine', 'bid'],
  ['/', 'https://m.search.daum.net/search?q=engine', 'engine'],
  ['/', 'https://www.bing.com/search?q=engine', 'engine'],
  ['/', 'https://search.zum.com/search.zum?query=engine', 'engine'],
  ['/', 'https://www.google.com/', ''],
  ['/?q=ours', 'https://notnaver.com/?query=theirs', ''],
])('at %s from %s the keyword is %j', async (landing, referrer, keyword) => {
  const visits = visitsAnswered()
  cameFrom(referrer)
  landAt(landing)

  await renderAt(landing)

  await waitFor(() => expect(visits).toMatchObject([{ keyword }]))
})

test.each([
  'https://nice.checkplus.co.kr/CheckPlus',
  'https://cert.portone.io/',
  'https://wauth.teledit.com/',
])('a return from the identity check at %s is no visit', async (referrer) => {
  const visits = visitsAnswered()
  cameFrom(referrer)
  landAt('/?n_query=VPN')

  await renderAt('/?n_query=VPN')
  await screen.findByText('203.0.113.7')

  expect(visits).toEqual([])
  expect(address()).toBe('/?n_query=VPN')
})

test('the parameters of a payment are not logged', async () => {
  const visits = visitsAnswered()
  cameFrom('https://pay.tosspayments.com/')
  landAt('/static-ip/payment/normal/success?paymentKey=key-1&orderId=order-1')

  await renderAt('/')

  await waitFor(() =>
    expect(visits).toMatchObject([{ landingUrl: 'http://shop.test/static-ip/payment/normal/success' }]),
  )
})

test('an answer that only looks like a success does not mark the visit as logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  visitsAnswered(() => HttpResponse.json({ status: 202, data: null }))
  cameFrom('https://search.example/')

  await renderAt('/')
  await waitFor(() => expect(warn).toHaveBeenCalled())

  expect(sessionStorage.getItem('ieum:visit')).toBeNull()
})
