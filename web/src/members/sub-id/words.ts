import { OWN_BY } from '../../../generated/words/sub-ids'
import type { OwnEvent } from '../../api/types'
import { plainDay } from '../../korean/dates'

export { OWN_BY as BY }

export const WHAT: Record<OwnEvent['what'], string> = {
  created: '서브 아이디를 만들었습니다',
  changed: '이름이나 사용 기간을 바꾸었습니다',
  link_made: '비밀번호 설정 링크를 만들었습니다',
  link_opened: '비밀번호 설정 링크를 열었습니다',
  password_set: '링크로 비밀번호를 정했습니다',
  suspended: '사용을 중지했습니다',
  resumed: '다시 사용하게 했습니다',
  removed: '서브 아이디를 삭제했습니다',
  granted: '상품의 권한을 정했습니다',
  withdrawn: '상품의 권한을 거두었습니다',
  acting_began: '이 서브 아이디의 화면을 보기 시작했습니다',
  acting_ended: '이 서브 아이디의 화면 보기를 마쳤습니다',
  device_added: '기기를 추가했습니다',
  device_removed: '기기를 삭제했습니다',
  address_changed: 'IP를 바꿨습니다',
  change_undone: 'IP 변경을 되돌렸습니다',
}

const said = (...values: unknown[]) => values.every((value) => typeof value === 'string')

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

/** What an event's detail says: of a right how much of it, of a change until when, of a link what else it does. */
export function detailOf({ what, planName, address, detail }: OwnEvent): string | null {
  const about = [planName, !said(detail.from, detail.to) && address].filter(Boolean).join(' ')
  const rights =
    what === 'granted'
      ? [
          `기기 ${number(detail.deviceLimit)}대`,
          `IP 변경 ${number(detail.changeLimit)}번`,
          detail.seesRecord === true ? '이용 기록 보기' : '이용 기록 보기 불가',
        ]
      : []
  const others = [
    what === 'changed' &&
      (typeof detail.lastDay === 'string' ? `${plainDay(detail.lastDay)}까지 사용` : '사용 기한 없음'),
    (what === 'device_added' || what === 'device_removed') && said(detail.name) && `${detail.name}`,
    said(detail.from, detail.to) && `${detail.from} → ${detail.to}`,
    detail.state === 'taken_back' && '이루어지지 않음',
    (what === 'link_made' || what === 'password_set') &&
      detail.resetsFactors === true &&
      '2단계 인증과 패스키도 해제',
  ]
  return [about, ...rights, ...others].filter(Boolean).join(' · ') || null
}
