import { useQuery } from '@tanstack/react-query'
import { OBJECTS } from '../../generated/words/desk'
import { CHANGES, changeNames } from '../desk/changes'
import { consoleQuery } from '../frame/queries'

/** What is done without a permission of that name. A change is called as its button, or in a word that says of what. */
const WORDS: Record<string, string> = {
  ...Object.fromEntries(changeNames.map((name) => [name, CHANGES[name].label])),
  'session.begin': '로그인',
  'session.end': '로그아웃',
  'staff.accept': '초대 수락',
  'staff.link': '로그인 링크 발급',
  'members.search': '개인정보로 회원 찾기',
  'members.search_on': '개인정보로 더 찾기',
  'staff.vouch': '바로 두 번째 확인 허용',
  'staff.remove': '직원 제외',
  'staff.role': '직원의 역할 변경',
  'staff.sessions': '직원 로그아웃시키기',
  'staff.password': '비밀번호 변경',
  'staff.passkey_on': '패스키 등록',
  'staff.passkey_off': '패스키 삭제',
  'staff.networks': '허용 네트워크 변경',
  'roles.make': '역할 만들기',
  'roles.delete': '역할 삭제',
  'content.draft': '글 쓰기 시작',
  'content.starters': '기본 글 게시',
  'content.discard': '작성 중인 글 버리기',
  'content.schedule': '글 게시 예약',
  'content.unschedule': '글 게시 예약 취소',
  'content.withdraw': '글 내리기',
  'content.upload': '파일 올리기',
  'views.save': '목록의 보기 저장',
  'views.delete': '저장한 보기 삭제',
  'inquiries.answer': '문의 답변',
  'inquiries.assign': '문의 담당자 변경',
  'inquiries.canned_edited': '답변 서식 고치기',
  'inquiries.note': '문의 내부 메모',
  'inquiries.close': '문의 종료',
  'inquiries.reopen': '문의 다시 열기',
  'inquiries.hide_image': '문의 사진 가리기',
  'exports.member': '회원 정보를 파일로 만들기',
  'exports.download': '내보낸 파일 받기',
  'bulk.cancel': '여러 건 처리 멈추기',
  'bulk.undo': '여러 건 처리 되돌리기',
  'members.block': '회원 차단',
  'members.unblock': '회원 차단 해제',
  'catalog.make': '상품 만들기',
  'catalog.prices_withdrawn': '예정 가격 취소',
  'settings.block': '접속 차단',
  'settings.unblock': '접속 차단 풀기',
  'status.go_on': '서비스 상태 이어서 알림',
  'messages.stop': '보내기 멈추기',
  'messages.prices': '문자 단가 변경',
  'authorities.answer': '수사기관 요청 회신',
  'authorities.void': '수사기관 요청 무효 처리',
  'authorities.export': '수사기관 반기 보고 받기',
  'incidents.begin': '사고 기록',
  'incidents.step': '사고 대응 적기',
  'incidents.credit': '장애 보상',
  'incidents.notice': '유출 안내 게시',
  'addresses.who_seen': 'IP 사용자 조회 결과 보기',
  'addresses.pool': '풀 이름 고치기',
  'addresses.move': 'IP를 다른 풀로 옮기기',
  'addresses.remove': 'IP 지우기',
  'gateways.add': '게이트웨이 추가',
  'gateways.code': '게이트웨이 등록 코드 발급',
  'gateways.take_over': '게이트웨이 등록 코드 허용',
  'gateways.evacuate': '게이트웨이 대피',
  'gateways.evacuation_cancelled': '게이트웨이 대피 취소',
  'gateways.forget_key': '게이트웨이 키 잊음',
  'gateways.key_copy': '게이트웨이 키 사본 받음',
  'gateways.network': '게이트웨이 터널 네트워크 변경',
  'gateways.mtu': '게이트웨이 MTU 변경',
  'services.stop': '서비스 정지',
  'services.restart': '서비스 정지 해제',
  'services.move_cancelled': '서비스 옮기기 취소',
  'subscriptions.charge': '정기결제 지금 결제',
  'subscriptions.stop': '정기결제 해지',
  'invoices.file': '세금계산서 자료 받기',
  'invoices.refuse': '세금계산서 발행 거절',
  'orders.cancel': '주문 취소',
  'orders.refund.again': '환불 다시 시도',
  'orders.refund.settle': '환불을 직접 처리한 것으로 기록',
  'views.default': '기본 보기 정하기',
  'views.no_default': '기본 보기 풀기',
  'approvals.ask': '두 번째 확인 요청',
  'approvals.refuse': '요청 거절',
  'approvals.withdraw': '요청 거두기',
  'approvals.expire': '답이 없는 요청 끝내기',
}

const usePermissions = () =>
  useQuery({ ...consoleQuery('/api/v1/console/permissions'), staleTime: Number.POSITIVE_INFINITY }).data
    ?.items ?? []

/** What was done, in Korean: as its permission is called, or by its own word; what is known by neither keeps its name. */
export function useActionWord() {
  const labels = new Map<string, string>(usePermissions().map(({ name, label }) => [name, label]))
  return (action: string) => WORDS[action] ?? labels.get(action) ?? action
}

/** Everything that may stand in the record, to choose from. To look at something changes nothing, so it is not there. */
export function useActionWords() {
  const permissions = usePermissions().filter(({ name }) => !(name in WORDS || name.endsWith('.view')))
  return [
    ...Object.entries(WORDS).map(([value, label]) => ({ value, label })),
    ...permissions.map(({ name, label }) => ({ value: name as string, label })),
  ]
}

export const OBJECT_WORDS = Object.entries(OBJECTS).map(([value, label]) => ({ value, label }))

export const objectOf = ({ objectKind, objectId }: { objectKind: string; objectId: string }) =>
  `${(OBJECTS as Record<string, string>)[objectKind] ?? objectKind} ${objectId}`
