import type { GrantState, SubId, SubIdEvent } from '../api/types'
import { plainDay } from '../korean/dates'
import { figures } from '../korean/money'
import type { TagWord } from '../ui/tag'

export const STATE_WORDS: Record<SubId['state'], TagWord> = {
  active: { word: '사용 중', tone: 'ok' },
  invited: { word: '비밀번호 설정 전', tone: 'warn' },
  suspended: { word: '중지됨', tone: 'danger' },
  over: { word: '사용 기간 끝남', tone: 'plain' },
  removed: { word: '삭제됨', tone: 'plain' },
}

export const WHAT_FOR =
  '직원이나 동료에게 아이디를 하나씩 나누어 주면, 각자 로그인해 회원님이 허용하신 상품만 이용합니다.'

/** `고정 IP VPN 203.0.113.10` */
export const serviceName = ({ planName, address }: { planName: string | null; address: string | null }) =>
  [planName, address].filter(Boolean).join(' ') || '상품'

/** What a right of so many changes is called: they come from the owner's tickets, or are of one day. */
export const changesName = (kind: GrantState['kind']) =>
  kind === 'dynamic' ? 'IP 변경 (하루)' : 'IP 변경 (모두 합해)'

export const changesUsed = ({ kind, changeLimit, changesLeft }: GrantState) =>
  `${kind === 'dynamic' ? '오늘 ' : ''}${changeLimit - changesLeft}번 사용 · ${changesLeft}번 남음`

/** What it means that a right to change fixed addresses is for more changes than its owner has tickets for. */
export function ticketsMissing(
  { kind, changeLimit, changesLeft }: GrantState,
  typed: string,
  tickets: number,
) {
  const used = changeLimit - changesLeft
  if (kind === 'dynamic' || !(Number(typed) - used > tickets)) return null
  return tickets > 0
    ? `회원님의 IP 교체권이 ${figures(tickets)}장이므로, 더 구매하시기 전에는 앞으로 ${figures(tickets)}번까지만 변경할 수 있습니다.`
    : '회원님의 IP 교체권이 없으므로, 구매하시기 전에는 변경할 수 없습니다.'
}

const WHO: Record<SubIdEvent['by'], string> = { owner: '회원님', sub_id: '서브 아이디', shop: '시스템' }

export const whoDid = ({ by }: SubIdEvent) => WHO[by]

/** What was done, in a sentence. */
export function sentenceOf({ what, planName, address, detail }: SubIdEvent): string {
  const service = serviceName({ planName, address })
  const told = detail as {
    lastDay?: string | null
    resetsFactors?: boolean
    deviceLimit?: number
    changeLimit?: number
    seesRecord?: boolean
    name?: string
    state?: string
    from?: string
    to?: string
  }
  switch (what) {
    case 'created':
      return '서브 아이디를 만들었습니다.'
    case 'changed':
      return told.lastDay
        ? `사용 기간을 ${plainDay(told.lastDay)}까지로 정했습니다.`
        : '사용 기간 제한을 없앴습니다.'
    case 'link_made':
      return told.resetsFactors
        ? '비밀번호를 정하면 2단계 인증과 패스키도 해제되는 링크를 만들었습니다.'
        : '비밀번호 설정 링크를 만들었습니다.'
    case 'link_opened':
      return '비밀번호 설정 링크를 열었습니다.'
    case 'password_set':
      return told.resetsFactors
        ? '링크로 비밀번호를 정했고, 2단계 인증과 패스키가 해제되었습니다.'
        : '링크로 비밀번호를 정했습니다.'
    case 'suspended':
      return '사용을 중지했습니다.'
    case 'resumed':
      return '다시 사용하게 했습니다.'
    case 'removed':
      return '서브 아이디를 삭제했습니다.'
    case 'granted':
      return `${service} 권한을 정했습니다. 기기 ${told.deviceLimit}대, IP 변경 ${told.changeLimit}번, 이용 기록 ${told.seesRecord ? '보기 가능' : '보기 불가'}.`
    case 'withdrawn':
      return `${service} 권한을 거두었습니다.`
    case 'acting_began':
      return '이 서브 아이디의 화면을 열어 보았습니다(읽기 전용).'
    case 'acting_ended':
      return '이 서브 아이디의 화면 보기를 마쳤습니다.'
    case 'device_added':
      return `${service}에 기기를 추가했습니다: ${told.name ?? '삭제된 기기'}`
    case 'device_removed':
      return `${service}에서 기기를 삭제했습니다: ${told.name ?? '이름이 지워진 기기'}`
    case 'address_changed':
      return told.state === 'taken_back'
        ? `${planName ?? '상품'}의 IP를 바꾸려 했으나 이루어지지 않았습니다: ${told.from} → ${told.to}`
        : `${planName ?? '상품'}의 IP를 바꿨습니다: ${told.from} → ${told.to}`
    case 'change_undone':
      return `${planName ?? '상품'}의 IP 변경을 되돌렸습니다: ${told.from} → ${told.to}`
  }
}
