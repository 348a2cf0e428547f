import { expect, test } from 'vitest'
import { withParticle } from './particles'

test.each([
  ['아이디', '을', '아이디를'],
  ['비밀번호', '은', '비밀번호는'],
  ['이메일', '을', '이메일을'],
  ['이름', '이', '이름이'],
] as const)('%s takes the particle its last syllable asks for', (word, particle, expected) => {
  expect(withParticle(word, particle)).toBe(expected)
})
