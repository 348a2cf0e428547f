/** Hints while typing, in the shop's own words. The server decides: what passes here may still be refused there. */

export type Verdict = true | string

const REQUIRED = {
  mberId: '아이디를 입력해 주세요.',
  mberPw: '비밀번호를 입력해 주세요.',
  mberNm: '이름을 입력해 주세요.',
  phone: '휴대폰 번호를 입력해 주세요.',
  email: '이메일을 입력해 주세요.',
}

export const PASSWORD_RULE = '영문, 숫자, 특수문자 중 2종류 10자 이상 또는 3종류 8자 이상 입력해 주세요.'
export const ID_RULE = '영문 소문자로 시작하는 6~20자. 영문 소문자, 숫자, 밑줄(_)을 쓸 수 있습니다.'

export function checkId(id: string): Verdict {
  if (!id) return REQUIRED.mberId
  return (
    /^[a-z][a-z0-9_]{5,19}$/.test(id) ||
    '아이디는 영문 소문자로 시작하는 6~20자의 영문 소문자, 숫자, 밑줄(_)로 입력해 주세요.'
  )
}

const CLASSES = [/[A-Za-z]/, /\d/, /[^A-Za-z0-9]/]

export function checkPassword(password: string): Verdict {
  if (!password) return REQUIRED.mberPw
  const classes = CLASSES.filter((one) => one.test(password)).length
  const isLongEnough = (classes >= 2 && password.length >= 10) || (classes >= 3 && password.length >= 8)
  return (isLongEnough && password.length <= 64) || PASSWORD_RULE
}

export function checkSame(again: string, password: string): Verdict {
  if (!again) return '비밀번호를 한 번 더 입력해 주세요.'
  return again === password || '비밀번호가 서로 일치하지 않습니다.'
}

export function checkName(name: string): Verdict {
  const clean = name.normalize('NFC').trim()
  if (!clean) return REQUIRED.mberNm
  return (
    (/^[가-힣A-Za-z ]+$/.test(clean) && clean.length >= 2 && clean.length <= 20) ||
    '이름은 한글 또는 영문 2~20자로 입력해 주세요.'
  )
}

export function checkPhone(phone: string): Verdict {
  const digits = phone.replaceAll(/\D/g, '')
  if (!digits) return REQUIRED.phone
  return /^01[016789]\d{7,8}$/.test(digits) || '휴대폰 번호를 다시 확인해 주세요.'
}

export function checkEmail(email: string): Verdict {
  const clean = email.trim()
  if (!clean) return REQUIRED.email
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(clean) || '이메일 주소를 다시 확인해 주세요.'
}
