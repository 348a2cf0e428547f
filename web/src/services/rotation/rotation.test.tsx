import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aMember, aRotation, aService } from '../../../tests/builders'
import { renderAt } from '../../../tests/render'
import { answer, answerList, memberIs, refuse, shop } from '../../../tests/shop'

const PAGE = '/mypage/service-status/normal'
const ROTATION = '/api/v1/services/5/rotation'
const LINK = `/r/${'a'.repeat(64)}`

const held = aService({ kind: 'dynamic', planName: 'KT 유동 IP', address: '203.0.113.60' })
let rules = aRotation()
let sent: unknown[] = []

/** The requests of this method, whose bodies go to `sent`, change the rules like this. */
const changes = (method: 'post' | 'put' | 'delete', path: string, change: () => Response) =>
  http[method](path, async ({ request }) => {
    sent.push(request.method === 'DELETE' ? request.url : await request.json().catch(() => null))
    return change()
  })

beforeEach(() => {
  rules = aRotation()
  sent = []
  shop.use(
    memberIs(aMember()),
    http.get('/api/v1/services', () => answerList([{ ...held, address: rules.address }])),
    http.get('/api/v1/services/5', () => answer({ ...held, address: rules.address })),
    http.get(ROTATION, () => answer(rules)),
    http.get('/api/v1/services/5/addresses', () =>
      answer([
        {
          address: '203.0.113.61',
          cause: 'timer',
          since: '2026-11-20T06:00:00Z',
          until: null,
          tailUntil: null,
        },
        {
          address: '203.0.113.60',
          cause: 'order',
          since: '2026-11-20T05:00:00Z',
          until: '2026-11-20T06:00:00Z',
          tailUntil: '2026-11-20T06:10:00Z',
        },
      ]),
    ),
  )
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a press changes the address, which the plate shows, and the button says when it may be pressed again', async () => {
  shop.use(
    changes('post', ROTATION, () => {
      const nextAt = new Date(Date.now() + 60_000).toISOString()
      rules = aRotation({ address: '203.0.113.61', changesLeft: 299, mayChangeAt: nextAt })
      return answer({ old: '203.0.113.60', new: '203.0.113.61', nextAt })
    }),
  )
  await renderAt(PAGE)
  await screen.findByText('오늘 300번 변경 가능')

  await press('IP 변경')

  const card = within(await screen.findByRole('article', { name: '203.0.113.61' }))
  expect(within(card.getByTestId('ip-plate')).getByText('203.0.113.61')).toBeTruthy()
  expect(await screen.findByText('IP가 203.0.113.61로 변경되었습니다.')).toBeTruthy()
  expect(await card.findByText(/뒤에 변경하실 수 있습니다/)).toBeTruthy()
  expect((card.getByRole('button', { name: 'IP 변경' }) as HTMLButtonElement).disabled).toBe(true)
  expect(document.activeElement?.textContent).toMatch(/뒤에 변경하실 수 있습니다$/)
})

test('a refusal stays beside the button', async () => {
  shop.use(
    changes('post', ROTATION, () =>
      refuse(429, 'too_many_rotations', '방금 IP를 변경하셨습니다. 40초 뒤에 다시 시도해 주세요.'),
    ),
  )
  await renderAt(PAGE)
  await screen.findByText('오늘 300번 변경 가능')

  await press('IP 변경')

  expect(await screen.findByText(/40초 뒤에 다시 시도해 주세요/)).toBeTruthy()
})

test('until the gateway uses the new address, the card says that the old one is still in use', async () => {
  rules = aRotation({ applied: false })
  await renderAt(PAGE)

  expect(await screen.findByText(/새 IP를 게이트웨이에 적용하고 있습니다/)).toBeTruthy()
})

test('an old address that runs on, and the next turn of the timer, are shown', async () => {
  rules = aRotation({
    timer: 30,
    nextAt: '2026-11-20T06:30:00Z',
    tailAddress: '203.0.113.59',
    tailUntil: '2026-11-20T06:10:00Z',
  })
  await renderAt(PAGE)

  expect(await screen.findByText('다음 자동 변경 15:30쯤')).toBeTruthy()
  expect(screen.getByText(/늦어도 15:10까지 이전 IP 203.0.113.59로/)).toBeTruthy()
  expect(screen.getByText('변경 설정 · 30분마다')).toBeTruthy()
})

test('timer, reconnect and cut are sent together, each as it was', async () => {
  rules = aRotation({ letRun: true })
  shop.use(
    changes('put', ROTATION, () => {
      rules = aRotation({ ...rules, ...(sent.at(-1) as object) })
      return answer(rules)
    }),
  )
  await renderAt(PAGE)

  await userEvent.selectOptions(await screen.findByLabelText('타이머'), '30분마다')
  await screen.findByText('변경 설정 · 30분마다')
  await userEvent.click(screen.getByRole('switch', { name: /재접속할 때 변경/ }))
  await screen.findByText('변경 설정 · 30분마다 · 재접속할 때')

  expect(sent).toEqual([
    { timer: 30, onReconnect: false, letRun: true },
    { timer: 30, onReconnect: true, letRun: true },
  ])
})

test('what was chosen stands before the rules are loaded again', async () => {
  const chosen = aRotation({ timer: 30 })
  shop.use(
    http.get(ROTATION, () => (sent.length > 0 ? new Promise<never>(() => undefined) : answer(rules))),
    changes('put', ROTATION, () => answer(chosen)),
  )
  await renderAt(PAGE)

  await userEvent.selectOptions(await screen.findByLabelText('타이머'), '30분마다')

  expect(await screen.findByText('변경 설정 · 30분마다')).toBeTruthy()
})

test('only what the plan allows is offered for the timer', async () => {
  rules = aRotation({ timerLeast: 10, timerMost: 60 })
  await renderAt(PAGE)

  const offered = within(await screen.findByLabelText('타이머')).getAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['끄기', '10분마다', '30분마다', '1시간마다'])
})

test('a link is shown once with its address, and is gone when it is deleted', async () => {
  const link = {
    id: 3,
    name: '수집기',
    networks: ['198.51.100.7/32'],
    createdAt: '2026-11-20T05:06:00Z',
    usedAt: null,
  }
  shop.use(
    changes('post', `${ROTATION}/links`, () => {
      rules = aRotation({ links: [link] })
      return answer({ link, path: LINK }, 201)
    }),
    changes('delete', `${ROTATION}/links/3`, () => {
      rules = aRotation()
      return answer(null)
    }),
  )
  await renderAt(PAGE)

  await userEvent.type(await screen.findByLabelText('링크 이름'), '수집기')
  await userEvent.type(screen.getByLabelText(/허용할 IP/), '198.51.100.7')
  await press('링크 만들기')
  expect(await screen.findByText(location.origin + LINK)).toBeTruthy()
  expect(await screen.findByText('변경 링크 1개')).toBeTruthy()

  await press('수집기 링크 삭제')
  await userEvent.click(await screen.findByRole('button', { name: '삭제' }))
  expect(await screen.findByText('변경 링크')).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('주소를 아는 사람은 누구나')
  expect(sent[0]).toEqual({ name: '수집기', networks: ['198.51.100.7'] })
})

test('the last addresses are listed with their times, and what ran on by them', async () => {
  await renderAt(PAGE)

  expect(await screen.findByText('2026.11.20 15:00 ~ 지금 · 자동 변경')).toBeTruthy()
  expect(screen.getByText(/이전 연결은 15:10까지/)).toBeTruthy()
})

test('the page of a link changes nothing before the press, and then says old and new address', async () => {
  shop.use(
    changes('post', LINK, () =>
      HttpResponse.json(
        { old: '203.0.113.60', new: '203.0.113.61', nextAt: new Date(Date.now() + 60_000) },
        { status: 202 },
      ),
    ),
  )
  await renderAt(LINK)
  expect(sent).toEqual([])

  await press('IP 변경')

  expect(await screen.findByRole('heading', { name: 'IP가 변경되었습니다' })).toBeTruthy()
  expect(
    within(within(screen.getByRole('main')).getByTestId('ip-plate')).getByText('203.0.113.61'),
  ).toBeTruthy()
  expect(screen.getByText('이전 IP 203.0.113.60')).toBeTruthy()
  expect((screen.getByRole('button', { name: '한 번 더 변경' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a press too early says so until it may be tried again, and only one time counts down', async () => {
  shop.use(
    changes('post', LINK, () =>
      HttpResponse.json(
        {
          status: 429,
          code: 'too_many_rotations',
          title: '',
          detail: '방금 IP를 변경하셨습니다. 2초 뒤에 다시 시도해 주세요.',
        },
        { status: 429, headers: { 'content-type': 'application/problem+json', 'retry-after': '2' } },
      ),
    ),
  )
  await renderAt(LINK)

  await press('IP 변경')

  expect(await screen.findByText('아직 IP를 변경할 수 없습니다.')).toBeTruthy()
  expect(screen.getByText(/^[12]초 뒤에 변경하실 수 있습니다/)).toBeTruthy()
  expect(screen.queryByText(/다시 시도해 주세요/)).toBeNull()
  await waitFor(() => expect(screen.queryByText('아직 IP를 변경할 수 없습니다.')).toBeNull(), {
    timeout: 4000,
  })
  expect((screen.getByRole('button', { name: 'IP 변경' }) as HTMLButtonElement).disabled).toBe(false)
})

test('a link that is gone says so and cannot be pressed again', async () => {
  shop.use(
    changes('post', LINK, () => refuse(404, 'rotation_link_not_found', '변경 링크를 찾을 수 없습니다.')),
  )
  await renderAt(LINK)

  await press('IP 변경')

  expect(await screen.findByText('변경 링크를 찾을 수 없습니다.')).toBeTruthy()
  expect((screen.getByRole('button', { name: 'IP 변경' }) as HTMLButtonElement).disabled).toBe(true)
})

test('within an app the way out stands before a link is made that is shown once', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Linux; Android 14; wv) KAKAOTALK 11.2',
  )
  await renderAt(PAGE)

  const form = (await screen.findByLabelText('링크 이름')).closest('form')

  const out = screen.getByText(/새 링크를 복사하지 못할 수/)
  expect(out.compareDocumentPosition(form as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  vi.restoreAllMocks()
})
