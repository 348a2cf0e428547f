import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import type { ProblemBody } from '../src/api/problem'
import type { Member, OpenOrder, Order, Plan, SiteConfig, Trouble } from '../src/api/types'
import { aConfig, aContentPage, aLegalDocument, aPlan } from './builders'

/** A successful answer in the shop's envelope. A test overrides the calls that it is about by `shop.use(…)`. */
export const answer = (data: unknown, status = 200) =>
  HttpResponse.json({ status, data } as JsonBodyType, { status })

export const refuse = (
  status: number,
  code: string,
  detail: string,
  fields?: ProblemBody['fields'],
  reference?: string,
) =>
  HttpResponse.json(
    { status, code, title: '요청을 처리하지 못했습니다', detail, fields, reference },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

export const signedOut = () => refuse(401, 'unauthenticated', '로그인 후 이용해 주세요.')

export const memberIs = (member: Member | null) =>
  http.get('/api/v1/member', () => (member ? answer(member) : signedOut()))

/** The shop's switches and facts, where they differ from the usual. */
export const configIs = (differs: Partial<SiteConfig>) =>
  http.get('/api/v1/config/info', () => answer(aConfig(differs)))

/** What is on sale, whichever kind is asked for. */
export const plansAre = (plans: Plan[]) => http.get('/api/v1/catalog/plans', () => answer(plans))

/** What is wrong with the shop now. */
export const troublesAre = (troubles: Trouble[]) =>
  http.get('/api/v1/status/troubles', () => answer(troubles))

/** The answer for any order that is asked for by its number. */
export const orderIs = (order: Order) => http.get('/api/v1/orders/:id', () => answer(order))

/** What the member has not paid yet, or has paid just now. */
export const openOrdersAre = (items: OpenOrder[], hasPaidBefore = false) =>
  http.get('/api/v1/open-orders', () => answer({ items, hasPaidBefore }))

/** One page of a list, as the shop answers it. */
export const answerList = (items: unknown[], { page = 1, pageSize = 20, total = items.length } = {}) =>
  answer({ items, page, pageSize, total })

export const shop = setupServer(
  configIs({}),
  plansAre([aPlan()]),
  http.get('/api/get-ip', () => answer('203.0.113.7')),
  http.get('/api/v1/head', () => answer({ title: '', tags: [] })),
  http.get('/api/v1/content-pages/:slug', ({ params }) =>
    params.slug === 'home' ? answer(aContentPage()) : refuse(404, 'not_found', '찾을 수 없습니다.'),
  ),
  http.get('/api/v1/legal/:slug', () => answer(aLegalDocument())),
  memberIs(null),
  openOrdersAre([]),
  troublesAre([]),
  http.get('/api/v1/services/connection', () => answer({ connected: false, waiting: false })),
)
