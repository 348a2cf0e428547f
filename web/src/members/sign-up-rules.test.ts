import { expect, test } from 'vitest'
import { checkEmail, checkId, checkName, checkPassword, checkPhone, checkSame } from './sign-up-rules'

test.each([
  ['id', checkId, 'hong_1234', 'Hong1234'],
  ['id length', checkId, 'abcdef', 'abcde'],
  ['password of two kinds', checkPassword, 'correcthor5', 'correct5'],
  ['password of three kinds', checkPassword, 'corr5ct!', 'corr5c!'],
  ['password length', checkPassword, `aB3!${'x'.repeat(60)}`, `aB3!${'x'.repeat(61)}`],
  ['name', checkName, '홍길동', '홍'],
  ['name in decomposed letters', checkName, '홍길동'.normalize('NFD'), '길'.normalize('NFD')],
  ['phone', checkPhone, '010-1234-5678', '02-123-4567'],
  ['email', checkEmail, ' hong@mail.test ', 'hong@mail'],
] as const)('%s', (_, check, good, bad) => {
  expect(check(good)).toBe(true)
  expect(check(bad)).toBeTypeOf('string')
  expect(check('')).toMatch(/입력해 주세요\.$/)
})

test('the repeated password must be the same', () => {
  expect(checkSame('a', 'a')).toBe(true)
  expect(checkSame('b', 'a')).toBe('비밀번호가 서로 일치하지 않습니다.')
})
