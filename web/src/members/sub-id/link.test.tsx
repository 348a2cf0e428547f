import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember } from '../../../tests/builders'
import { field, main, press } from '../../../tests/page'
import { renderAt } from '../../../tests/render'
import { answer, memberIs, refuse, shop } from '../../../tests/shop'
import type { SubIdLink } from '../../api/types'

const TOKEN = `${'a'.repeat(42)}_`
const PASSWORD = 'battery-staple-7'
const LOOK_UP = '/api/v1/sub-id-links/look-up'
const USE = '/api/v1/sub-id-links/use'
const USED = '이미 사용한 링크입니다. 정하신 비밀번호로 로그인해 주세요.'

const aLink = (differs: Partial<SubIdLink> = {}): SubIdLink => ({
  loginId: 'sales_kim',
  name: '영업1팀',
  ownerName: '홍*동',
  expiresAt: '2026-11-25T00:00:00Z',
  resetsFactors: false,
  isFirst: true,
  ...differs,
})

const linkIs = (differs: Partial<SubIdLink> = {}) => http.post(LOOK_UP, () => answer(aLink(differs)))

let sent: unknown[] = []
/** jsdom cannot load another document, and says so instead. */
const leaving = vi.spyOn(console, 'error')

beforeEach(() => {
  sent = []
  leaving.mockImplementation(() => undefined)
  shop.use(
    linkIs(),
    http.get('/api/v1/agreements', () =>
      answer([
        {
          key: 'sub-id-notice',
          version: '2026-11-24',
          required: true,
          title: '서브 아이디 이용 안내를 확인하였습니다',
          body: '만든 회원이 볼 수 있는 것을 알려 드립니다.',
          text: null,
        },
      ]),
    ),
    http.post(USE, async ({ request }) => {
      sent.push(await request.json())
      return answer({ needsCode: false })
    }),
  )
})

afterEach(() => {
  sessionStorage.clear()
  leaving.mockReset()
})

async function fillIn() {
  await userEvent.type(await screen.findByLabelText('비밀번호'), PASSWORD)
  await userEvent.click(screen.getByRole('checkbox'))
}

test('the link says whose it is, and what is sent is the password with what was read', async () => {
  await renderAt(`/sub-id#${TOKEN}`)

  expect(await screen.findByText('sales_kim')).toBeTruthy()
  expect(main().getByText('홍*동')).toBeTruthy()
  await fillIn()
  await press('비밀번호 정하고 로그인')

  expect(sent).toEqual([
    { token: TOKEN, mberPw: PASSWORD, agreements: [{ key: 'sub-id-notice', version: '2026-11-24' }] },
  ])
})

test('nothing is sent before the text is read and the password is good', async () => {
  await renderAt(`/sub-id#${TOKEN}`)

  await userEvent.type(await screen.findByLabelText('비밀번호'), 'sales_kim99')
  await press('비밀번호 정하고 로그인')

  expect(await screen.findByText('비밀번호에 아이디를 넣을 수 없습니다.')).toBeTruthy()
  expect(screen.queryByText(/휴대폰 번호/)).toBeNull() // a sub-id has none
  expect(screen.getByText('안내를 읽고 확인해 주세요.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('while it is asked for, the page says so', async () => {
  let arrive = () => {}
  const slow = new Promise<void>((resolve) => {
    arrive = resolve
  })
  shop.use(http.post(LOOK_UP, () => slow.then(() => answer(aLink()))))
  await renderAt(`/sub-id#${TOKEN}`)
  expect(main().getByText('링크를 확인하고 있습니다.')).toBeTruthy()
  arrive()

  expect(await screen.findByText('sales_kim')).toBeTruthy()
  expect(main().queryByText('링크를 확인하고 있습니다.')).toBeNull()
})

test('a link that was used says so, and leads to the login', async () => {
  shop.use(http.post(LOOK_UP, () => refuse(404, 'sub_id_link_not_found', USED)))
  await renderAt(`/sub-id#${TOKEN}`)

  expect(await screen.findByText(USED)).toBeTruthy()
  expect(screen.getByRole('link', { name: '로그인하러 가기' }).getAttribute('href')).toBe('/login')
})

test('without a whole token nothing is asked', async () => {
  await renderAt('/sub-id#half')

  expect(await screen.findByRole('heading', { name: '링크가 완전하지 않습니다' })).toBeTruthy()
})

test('a link that was cut opens nothing, and not what the tab was opened with before', async () => {
  await renderAt(`/sub-id#${TOKEN}`)
  expect(await screen.findByText('sales_kim')).toBeTruthy()
  cleanup()
  await renderAt('/sub-id#kaputt')

  expect(await screen.findByRole('heading', { name: '링크가 완전하지 않습니다' })).toBeTruthy()
  expect(sessionStorage.getItem('ieum:sub-id-link')).toBeNull()
})

test('a link within the page does not make it forget its token', async () => {
  await renderAt(`/sub-id#${TOKEN}`)
  cleanup()
  await renderAt('/sub-id#content')

  expect(await screen.findByText('sales_kim')).toBeTruthy()
})

test('a line that fails can be tried again', async () => {
  shop.use(http.post(LOOK_UP, () => HttpResponse.error()))
  await renderAt(`/sub-id#${TOKEN}`)
  await screen.findByText(/서버에 연결하지 못했습니다/, undefined, { timeout: 5000 })

  shop.use(linkIs())
  await press('다시 확인하기')

  expect(await screen.findByText('sales_kim')).toBeTruthy()
})

test('where the answer was lost, a second press logs in with the password that the first one set', async () => {
  let presses = 0
  const login = vi.fn()
  shop.use(
    http.post(USE, () => {
      presses += 1
      return presses === 1 ? HttpResponse.error() : refuse(404, 'sub_id_link_not_found', USED)
    }),
    http.post('/api/login', async ({ request }) => {
      login(await request.json())
      return answer(null)
    }),
  )
  await renderAt(`/sub-id#${TOKEN}`)

  await fillIn()
  await press('비밀번호 정하고 로그인')
  expect(await screen.findByText(/서버에 연결하지 못했습니다/)).toBeTruthy()
  expect(field('비밀번호').value).toBe(PASSWORD)
  await press('비밀번호 정하고 로그인')

  await vi.waitFor(() => expect(login).toHaveBeenCalledWith({ mberId: 'sales_kim', mberPw: PASSWORD }))
})

test('a used link is not tried as a login by whoever has pressed only once', async () => {
  shop.use(http.post(USE, () => refuse(404, 'sub_id_link_not_found', USED)))
  await renderAt(`/sub-id#${TOKEN}`)

  await fillIn()
  await press('비밀번호 정하고 로그인')

  expect(await screen.findByText(USED)).toBeTruthy()
  expect(screen.getByRole('link', { name: '로그인하러 가기' })).toBeTruthy()
})

test('whoever is logged in is told that they will be somebody else, and what a reset takes away', async () => {
  shop.use(memberIs(aMember()), linkIs({ isFirst: false, resetsFactors: true }))
  await renderAt(`/sub-id#${TOKEN}`)

  expect(await screen.findByText(/hong1234 아이디로 로그인되어 있습니다/)).toBeTruthy()
  expect(screen.getByText(/2단계 인증이 꺼지고/)).toBeTruthy()
})
