import { TONES, STATES as WORDS } from '../../generated/words/certificates'
import type { CertificateItem, Verified } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { tags } from '../ui/tags'

type State = Verified['state']

const STATES = tags(WORDS, TONES)

export const stateOf = (state: State) => STATES[state]

/** `2026.11.20 14:05 ~ 2026.12.01 09:30`; while the address is the holder's, `~ 현재`. */
export const spanOf = ({ from, until }: Pick<CertificateItem, 'from' | 'until'>) =>
  `${dayAndTime(from)} ~ ${until ? dayAndTime(until) : '현재'}`

/** What the certificate states, in one sentence; it stands above the facts. */
export const STATEMENTS: Record<Exclude<State, 'holder_left'>, string> = {
  in_use: '아래 IP 주소가 발급 일시 현재 명의자에게 배정되어 있음을 확인합니다.',
  suspended: '아래 IP 주소가 발급 일시 현재 명의자에게 배정되어 있으며, 이용은 정지된 상태임을 확인합니다.',
  ended: '아래 IP 주소가 다음 기간 동안 명의자에게 배정되어 있었음을 확인합니다.',
  revoked:
    '이 확인서는 취소되었습니다. 명의자는 이 IP 주소를 사용하지 않았고, 결제한 금액을 모두 환불받았습니다.',
}

/** The shop asks for no identity card: whoever is shown a certificate must not take the name for more than it is. */
export const NAME_AS_REGISTERED = '명의자는 회원이 등록한 이름이며, 신원을 확인한 이름은 아닙니다.'
