/** Checks for hints while typing. The server decides, and may refuse what passes here. */

import { isMobileNumber, nationalDigits } from '../korean/mobile-number'
import { isName, tidyName } from './names'

export type Verdict = true | string

const REQUIRED = {
  mberId: '아이디를 입력해 주세요.',
  mberPw: '비밀번호를 입력해 주세요.',
  mberNm: '이름을 입력해 주세요.',
  phone: '휴대폰 번호를 입력해 주세요.',
  email: '이메일을 입력해 주세요.',
}

const PASSWORD_RULE = '영문, 숫자, 특수문자 중 2종류 10자 이상 또는 3종류 8자 이상 입력해 주세요.'
export const ID_RULE = '영문 소문자로 시작하는 6~20자. 영문 소문자, 숫자, 밑줄(_)을 쓸 수 있습니다.'

export function checkId(id: string): Verdict {
  if (!id) return REQUIRED.mberId
  return (
    /^[a-z][a-z0-9_]{5,19}$/.test(id) ||
    '아이디는 영문 소문자로 시작하는 6~20자의 영문 소문자, 숫자, 밑줄(_)로 입력해 주세요.'
  )
}

const CLASSES = [/[A-Za-z]/, /\d/, /[^A-Za-z0-9]/]

function isStrong(password: string): boolean {
  const classes = CLASSES.filter((one) => one.test(password)).length
  const isLongEnough = (classes >= 2 && password.length >= 10) || (classes >= 3 && password.length >= 8)
  return isLongEnough && password.length <= 64
}

/** Whether it contains four equal characters (aaaa) or four consecutive ones (1234, dcba). */
function hasRun(text: string): boolean {
  const codes = [...text.toLowerCase()].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  return steps.some(
    (step, at) => Math.abs(step) <= 1 && at >= 2 && steps[at - 1] === step && steps[at - 2] === step,
  )
}

/** What is known of the owner, which a password must not contain. */
export interface Owner {
  id?: string
  /** `null` where there is none, so that no rule speaks of it. */
  phone?: string | null
}

function containsOwner(password: string, { id = '', phone }: Owner): boolean {
  const digits = nationalDigits(phone ?? '')
  return (
    (id !== '' && password.toLowerCase().includes(id.toLowerCase())) ||
    (digits.length >= 8 && password.includes(digits.slice(-8)))
  )
}

/** Every rule: in few words for the list under the field, as a refusal, and whether the password meets it. */
export const passwordRules = (password: string, owner: Owner = {}) => [
  {
    rule: '영문·숫자·특수문자 2종류 10자 이상 또는 3종류 8자 이상',
    refusal: PASSWORD_RULE,
    isMet: isStrong(password),
  },
  {
    rule: owner.phone === null ? '아이디를 포함하지 않음' : '아이디와 휴대폰 번호를 포함하지 않음',
    refusal: `비밀번호에 ${owner.phone === null ? '아이디를' : '아이디나 휴대폰 번호를'} 넣을 수 없습니다.`,
    isMet: password !== '' && !containsOwner(password, owner),
  },
  {
    rule: '같은 문자나 연속된 문자가 4자 미만',
    refusal: '같은 문자나 연속된 문자를 4자 이상 쓸 수 없습니다.',
    isMet: password !== '' && !hasRun(password),
  },
]

export function checkPassword(password: string, owner: Owner = {}): Verdict {
  if (!password) return REQUIRED.mberPw
  return passwordRules(password, owner).find(({ isMet }) => !isMet)?.refusal ?? true
}

export function checkSame(again: string, password: string): Verdict {
  if (!again) return '비밀번호를 한 번 더 입력해 주세요.'
  return again === password || '비밀번호가 서로 일치하지 않습니다.'
}

export function checkName(name: string): Verdict {
  const clean = tidyName(name)
  if (!clean) return REQUIRED.mberNm
  return isName(clean) || "이름은 2~60자의 글자로 입력해 주세요. 띄어쓰기와 ' - . · 를 함께 쓸 수 있습니다."
}

export function checkPhone(phone: string): Verdict {
  const digits = nationalDigits(phone)
  if (!digits) return REQUIRED.phone
  return isMobileNumber(digits) || '휴대폰 번호를 다시 확인해 주세요.'
}

export function checkEmail(email: string): Verdict {
  const clean = email.trim()
  if (!clean) return REQUIRED.email
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(clean) || '이메일 주소를 다시 확인해 주세요.'
}
