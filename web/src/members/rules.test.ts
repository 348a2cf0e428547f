import { expect, test } from 'vitest'
import { checkEmail, checkId, checkName, checkPassword, checkPhone, checkSame, passwordRules } from './rules'

test.each([
  ['id', checkId, 'hong_1234', 'Hong1234'],
  ['id length', checkId, 'abcdef', 'abcde'],
  ['password of two kinds', checkPassword, 'correcthor5', 'correct5'],
  ['password of three kinds', checkPassword, 'corr5ct!', 'corr5c!'],
  ['password length', checkPassword, `aB3!${'xz'.repeat(30)}`, `aB3!${'xz'.repeat(30)}x`],
  ['password without a run', checkPassword, 'correct-123-horse', 'correct-1234-horse'],
  ['password without a run down', checkPassword, 'correct-cba-horse', 'correct-dCBa-horse'],
  ['password without repetition', checkPassword, 'correct-aaa-horse', 'correct-aaaa-horse'],
  ['name', checkName, '홍길동', '홍'],
  ['name in decomposed letters', checkName, '홍길동'.normalize('NFD'), '길'.normalize('NFD')],
  ['name with a hyphen and an apostrophe', checkName, 'Mary-Jane O’Brien', '-Mary'],
  ['name with accents', checkName, 'José Núñez', 'José2'],
  ['name in Hanja', checkName, '金哲洙', '金(哲洙)'],
  ['name that ends with a full stop', checkName, 'Martin Luther King Jr.', 'hong@example'],
  ['name of sixty letters', checkName, '가'.repeat(60), '가'.repeat(61)],
  ['name with the dot of a Korean keyboard', checkName, '마리아ㆍ테레사', 'ㆍ테레사'],
  ['name with the hyphen of a phone', checkName, 'Jean\u2011Luc', 'Jean\u2014Luc'],
  ['name with a joiner of its script', checkName, 'علی\u200cرضا', '\u200c\u200c'],
  ['name with what was copied along', checkName, '\u202a홍길동\u202c\u200b', '홍\u202e길동'],
  ['name that begins with an apostrophe', checkName, '’t Hooft', "''"],
  ['name of consonants', checkName, '홍길동', 'ㅎㄱㄷ'],
  ['phone from abroad', checkPhone, '+82 (0)10-1234-5678', '+81 10-1234-5678'],
  ['phone dialled from abroad', checkPhone, '0082 10 1234 5678', '0082 2 123 4567'],
  ['phone without its 0', checkPhone, '1012345678', '10123456'],
  ['phone in full width', checkPhone, '０１０－１２３４－５６７８', '０２－１２３－４５６７'],
  ['phone in Arabic digits', checkPhone, '٠١٠-١٢٣٤-٥٦٧٨', '٠٢-١٢٣-٤٥٦٧'],
  ['phone of an address book', checkPhone, '\u202a010-1234-5678\u202c', '\u202a02-123-4567\u202c'],
  ['phone', checkPhone, '010-1234-5678', '02-123-4567'],
  ['email', checkEmail, ' hong@mail.test ', 'hong@mail'],
] as const)('%s', (_, check: (text: string) => true | string, good, bad) => {
  expect(check(good)).toBe(true)
  expect(check(bad)).toBeTypeOf('string')
  expect(check('')).toMatch(/입력해 주세요\.$/)
})

test('the repeated password must be the same', () => {
  expect(checkSame('a', 'a')).toBe(true)
  expect(checkSame('b', 'a')).toBe('비밀번호가 서로 일치하지 않습니다.')
})

test('a password must contain neither the id nor the phone number', () => {
  const owner = { id: 'hong1234', phone: '010-5678-4321' }

  expect(checkPassword('correct-horse-5', owner)).toBe(true)
  expect(checkPassword('my-HONG1234-pass', owner)).toContain('아이디나 휴대폰 번호')
  expect(checkPassword('my-56784321-pass', owner)).toContain('아이디나 휴대폰 번호')
})

test('an empty password meets none of the rules', () => {
  expect(passwordRules('').map(({ isMet }) => isMet)).toEqual([false, false, false])
})
