import type { Answer } from '../../src/api/path'

export type Step = Answer<'/api/v1/console/today'>['opening'][number]

interface StepWords {
  label: string
  todo: string
  /** Said while it is under way. */
  begun?: string
  path: string
}

/** Every step of opening a shop, and where it is done. */
export const STEPS: Record<Step['name'], StepWords> = {
  business: {
    label: '사업자 정보와 고객센터',
    todo: '법에 따라 사이트 아래에 보여야 하는 항목을 모두 적어 주세요.',
    path: '/console/settings#business',
  },
  mail: {
    label: '메일 시험',
    todo: '시험 메일을 보내 도착하는지 확인해 주세요.',
    path: '/console/connections',
  },
  sms: {
    label: '문자 시험',
    todo: '내 휴대폰으로 시험 문자를 보내 도착하는지 확인해 주세요.',
    path: '/console/connections',
  },
  toss: {
    label: '토스페이먼츠 시험',
    todo: '결제대행사가 키를 받아 주는지 확인하고, 웹훅 주소를 등록해 주세요.',
    path: '/console/connections',
  },
  texts: {
    label: '첫 화면과 이용 안내',
    todo: '준비된 기본 글을 넣은 다음 우리 가게에 맞게 고쳐 주세요.',
    path: '/console/content?starters=1',
  },
  legal: {
    label: '이용약관과 개인정보처리방침',
    todo: '‘새 글’에서 종류를 약관·정책으로 골라 읽고 게시해 주세요. 두 가지가 모두 필요합니다.',
    begun: '게시했습니다. 시행일이 되면 끝납니다.',
    path: '/console/content?make=legal',
  },
  gateway: {
    label: '게이트웨이',
    todo: '회원이 접속할 서버를 등록해 주세요.',
    begun: '등록 코드의 명령을 호스트에서 실행하면 끝납니다. 코드가 지났으면 새로 만들어 주세요.',
    path: '/console/gateways',
  },
  addresses: {
    label: 'IP 주소',
    todo: '팔 IP를 붙여 넣거나 CSV 파일로 등록해 주세요.',
    begun: '게이트웨이가 확인하고 있습니다. 보통 한 시간 안에 끝나며, 게이트웨이가 켜져 있어야 합니다.',
    path: '/console/addresses',
  },
  plan: {
    label: '상품',
    todo: 'IP를 어떤 이름과 조건으로 팔지 정해 주세요.',
    path: '/console/plans',
  },
  price: {
    label: '가격',
    todo: '상품을 열어 가격을 정해 주세요.',
    begun: '정한 가격이 시작하는 날이 되면 끝납니다.',
    path: '/console/plans',
  },
  sale: {
    label: '판매 시작',
    todo: '상품을 열어 ‘판매 상태 바꾸기’로 판매를 시작해 주세요. 설정의 판매도 켜져 있어야 합니다.',
    path: '/console/plans',
  },
}
