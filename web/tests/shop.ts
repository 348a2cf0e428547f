import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import type { ProblemBody } from '../src/api/problem'
import { aConfig, aContentPage, aLegalDocument, type aMember, aPlan } from './builders'

/** The shop as the network shows it; a test overrides what it is about with `shop.use(…)`. */
export const answer = (data: JsonBodyType, status = 200) => HttpResponse.json({ status, data }, { status })

export const refuse = (status: number, code: string, detail: string, fields?: ProblemBody['fields']) =>
  HttpResponse.json(
    { status, code, title: '요청을 처리하지 못했습니다', detail, fields },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

export const signedOut = () => refuse(401, 'unauthenticated', '로그인 후 이용해 주세요.')

export const memberIs = (member: ReturnType<typeof aMember> | null) =>
  http.get('/api/v1/member', () => (member ? answer({ ...member }) : signedOut()))

/** One page of a list, as the shop answers it. */
export const answerList = (items: unknown[], { page = 1, pageSize = 20, total = items.length } = {}) =>
  answer({ items, page, pageSize, total } as JsonBodyType)

export const shop = setupServer(
  http.get('/api/v1/config/info', () => answer({ ...aConfig() })),
  http.get('/api/v1/catalog/plans', () => answer([aPlan()] as unknown as JsonBodyType)),
  http.get('/api/get-ip', () => answer('203.0.113.7')),
  http.get('/api/v1/content-pages/:slug', ({ params }) =>
    params.slug === 'home' ? answer({ ...aContentPage() }) : refuse(404, 'not_found', '찾을 수 없습니다.'),
  ),
  http.get('/api/v1/legal/:slug', () => answer({ ...aLegalDocument() })),
  memberIs(null),
)
