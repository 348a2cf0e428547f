import { expect, test } from 'vitest'
import { withParticle, withRo } from './particles'

test.each([
  ['203.0.113.10', '203.0.113.10으로'],
  ['203.0.113.11', '203.0.113.11로'],
  ['203.0.113.23', '203.0.113.23으로'],
  ['203.0.113.24', '203.0.113.24로'],
  ['203.0.113.26', '203.0.113.26으로'],
  ['203.0.113.28', '203.0.113.28로'],
  ['35,000원', '35,000원으로'],
  ['메일', '메일로'],
  ['번호', '번호로'],
  ['KT', 'KT로'],
  ['help@ieum.example.com', 'help@ieum.example.com으로'],
  ['‘환불처리중’', '‘환불처리중’으로'],
])('%s is followed by its particle', (text, whole) => {
  expect(withRo(text)).toBe(whole)
})

test.each([
  ['서울', '을/를', '서울을'],
  ['부산 게이트웨이', '을/를', '부산 게이트웨이를'],
  ['‘결제완료’', '이/가', '‘결제완료’가'],
  ['seoul-1', '을/를', 'seoul-1을'],
  ['seoul-9', '은/는', 'seoul-9는'],
  ['203.0.113.10', '은/는', '203.0.113.10은'],
  ['RADIUS URL', '과/와', 'RADIUS URL과'],
  ['(주)이음', '은/는', '(주)이음은'],
  ['', '이/가', '가'],
] as const)('%s is followed by its form of %s', (text, particle, whole) => {
  expect(withParticle(text, particle)).toBe(whole)
})
