import { type RenderResult, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { createMemoryRouter } from 'react-router'
import { answer, refuse, shop } from '../tests/shop'
import { App, makeConsoleClient, routesOf } from './app'
import type { Screen } from './frame/screen'
import { sessionEnded } from './frame/session'
import type { Approval, Preview, Session } from './frame/types'
import type { Entry } from './record/entry'
import { screens as all } from './screens'

export { answer, refuse }

const API = '/api/v1/console'

type Answering = () => unknown

/** What the fake server answers to calls of the console; what they sent is kept in `sent`. */
export function desk(answers: Record<string, unknown | Answering>) {
  const sent: { call: string; body: unknown; query: string; headers: Headers }[] = []
  shop.use(
    ...Object.entries(answers).map(([call, given]) => {
      const [method = '', path = ''] = call.split(' ')
      return http[method.toLowerCase() as 'get'](API + path, async ({ request }) => {
        const body = await request
          .clone()
          .json()
          .catch(() => null)
        sent.push({ call, body, query: new URL(request.url).search, headers: request.headers })
        const answered = typeof given === 'function' ? (given as Answering)() : given
        return answered instanceof HttpResponse || answered instanceof Response
          ? (answered as Response)
          : (answer(answered) as Response)
      })
    }),
  )
  return sent
}

export const loginRequired = () => refuse(401, 'staff_login_required', '콘솔에 다시 로그인해 주세요.')
export const missing = () => refuse(404, 'not_found', '찾을 수 없습니다.')

export const aSession = (differs: Partial<Session> = {}): Session => ({
  id: 1,
  name: '김운영',
  email: 'kim@shop.test',
  role: { id: 1, name: '소유자' },
  isOwner: true,
  permissions: [],
  startedAt: '2026-11-24T00:00:00Z',
  expiresAt: '2026-11-24T12:00:00Z',
  idleSeconds: 1800,
  siteName: '이음',
  confirmations: 0,
  decisions: 0,
  ...differs,
})

/** What the record has of one thing that somebody of the staff did. */
export const anEntry = (differs: Partial<Entry> = {}): Entry => ({
  index: 12,
  at: '2026-11-24T00:00:00Z',
  staff: { id: 2, name: '박상담' },
  role: '상담',
  action: 'orders.refund',
  objectKind: 'order',
  objectId: '20261124-1',
  reason: '고객 요청',
  before: { state: 'paid' },
  after: { state: 'refunded' },
  requestId: 'r-1',
  address: '203.0.113.7',
  alone: true,
  approvalId: null,
  ...differs,
})

export const aPreview = (differs: Partial<Preview> = {}): Preview => ({
  title: '환불',
  rows: [{ label: '상태', value: '환불됨', before: '결제됨' }],
  warnings: [],
  count: null,
  amount: null,
  digest: 'd1',
  ...differs,
})

export const anApproval = (differs: Partial<Approval> = {}): Approval => ({
  id: 7,
  action: 'staff.invite',
  label: '직원 초대',
  askedBy: { id: 2, name: '박상담' },
  askedAt: '2026-11-24T00:00:00Z',
  expiresAt: '2026-11-25T00:00:00Z',
  state: 'asked',
  reason: '인력 충원',
  preview: aPreview({ title: '이회계 님을 초대합니다', digest: 'd7' }),
  decidedBy: null,
  decidedAt: null,
  decision: '',
  alone: false,
  mine: false,
  isNews: false,
  mayConfirm: true,
  mayConfirmAlone: false,
  whyNot: null,
  result: null,
  ...differs,
})

export const listed = <Row,>(items: Row[], differs = {}) => ({
  items,
  next: null,
  count: items.length,
  countIsMore: false,
  ...differs,
})

interface Rendered extends RenderResult {
  address: () => string
  /** To an address, or so many steps in the history. */
  go: (to: string | number) => Promise<void>
}

/** The whole console at this address, for whoever `desk` says is logged in. Parts that the server may lack are lacking. */
export async function renderConsole(path: string, screens: Screen[] = all): Promise<Rendered> {
  sessionEnded.set(false)
  const router = createMemoryRouter(routesOf(screens), { initialEntries: [path] })
  const rendered = render(<App client={makeConsoleClient()} router={router} screens={screens} />)
  await waitFor(() => {
    if (router.state.initialized === false) throw new Error('not yet')
  })
  await screen.findByRole('main')
  return {
    ...rendered,
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to) => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)),
  }
}

/** The calls that the frame makes by itself, for whoever is logged in. */
export const inShell = (session: Partial<Session> = {}) =>
  desk({
    'GET /session': aSession(session),
    'GET /views': missing,
    'GET /search/kept': missing,
    'GET /permissions': { items: [] },
    'GET /staff': { items: [] },
  })
