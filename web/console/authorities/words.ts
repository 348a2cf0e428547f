import type { Answer } from '../../src/api/path'

export type AuthorityRequest = Answer<'/api/v1/console/authorities'>['items'][number]

export const REGISTER = '/api/v1/console/authorities'

export const BRANCHES: Record<AuthorityRequest['branch'], string> = {
  police: '경찰',
  prosecution: '검찰',
  intelligence: '국정원',
  military: '군 수사기관',
  other: '그 밖의 기관',
}

export const KINDS: Record<AuthorityRequest['kind'], string> = {
  subscriber: '통신이용자정보',
  records: '통신사실확인자료',
  seizure: '압수·수색·검증',
  other: '그 밖의 요청',
}

export const OUTCOMES: Record<NonNullable<AuthorityRequest['outcome']>, string> = {
  given: '제공함',
  partly: '일부 제공함',
  refused: '제공하지 않음',
  nothing_held: '해당 자료 없음',
}

export const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
