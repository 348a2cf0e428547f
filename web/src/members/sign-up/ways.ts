import type { SiteConfig } from '../../api/types'

/** How a visitor proves that a phone number or mail address is theirs; the server's `authType`. */
export type Way = 'phone' | 'identity' | 'mail'

/** The ways the operator switched on, in the order of the screen; empty if no proof is demanded. */
export const waysOf = ({ authTelYn, authMailYn, identityYn }: SiteConfig): Way[] => [
  ...(authTelYn === 'Y' ? (['phone'] as const) : []),
  ...(authTelYn === 'Y' && identityYn === 'Y' ? (['identity'] as const) : []),
  ...(authMailYn === 'Y' ? (['mail'] as const) : []),
]

/** The field of the form that the way proves. */
export const fieldOf = (way: Way) => (way === 'mail' ? 'email' : 'phone')

export const channelOf = (way: Way) => (way === 'mail' ? 'mail' : 'phone')

export const WAY_CHOICES: Record<Way, { title: string; note: string }> = {
  phone: { title: '문자 인증번호', note: '휴대폰으로 받은 6자리 숫자를 입력합니다.' },
  identity: { title: '휴대폰 본인인증', note: 'PASS 앱이나 통신사 문자로 이름과 번호를 확인합니다.' },
  mail: { title: '이메일 인증번호', note: '이메일로 받은 6자리 숫자를 입력합니다.' },
}

export const MISSING_PROOF: Record<Way, string> = {
  phone: '휴대폰 번호를 인증해 주세요.',
  identity: '휴대폰 본인인증을 해 주세요.',
  mail: '이메일 주소를 인증해 주세요.',
}
