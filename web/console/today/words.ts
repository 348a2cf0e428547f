import type { Waiting } from '../frame/waiting'

interface Words {
  label: string
  /** What to do about it. */
  todo: string
  path: string
  tone: 'danger' | 'warn' | 'plain'
}

export const WAITING: Record<Waiting['kind'], Words> = {
  approvals: {
    label: '두 번째 확인',
    todo: '내용을 보고 확인하거나 거절해 주세요.',
    path: '/console/approvals?state=asked',
    tone: 'warn',
  },
  incidents: {
    label: '대응 중인 사고',
    todo: '알려야 하는 기한을 보고 한 일을 적어 주세요.',
    path: '/console/incidents?state=open',
    tone: 'danger',
  },
  announced: {
    label: '진행 중인 서비스 상태 공지',
    todo: '끝났으면 해결로 알려 주세요. 그때까지 고객에게 보입니다.',
    path: '/console/status?state=open',
    tone: 'warn',
  },
  alarms: {
    label: '알람',
    todo: '무엇이 어긋났는지 보고 바로잡아 주세요.',
    path: '/console/reconciliation?state=open&area=others',
    tone: 'danger',
  },
  backups: {
    label: '백업 알람',
    todo: '백업이 실패했거나 늦습니다. 무엇을 할지 보고 서버를 돌보는 사람에게 바로 알려 주세요.',
    path: '/console/reconciliation?state=open&area=backups',
    tone: 'danger',
  },
  gateways: {
    label: '게이트웨이 이상',
    todo: '연결이 끊겼거나 변경을 받지 못한 게이트웨이입니다.',
    path: '/console/gateways',
    tone: 'danger',
  },
  refunds: {
    label: '막힌 환불',
    todo: '결제대행사가 거절한 환불입니다. 직접 처리해 주세요.',
    path: '/console/orders?refund=stuck',
    tone: 'danger',
  },
  inquiries: {
    label: '답변을 기다리는 문의',
    todo: '오래 기다린 문의부터 답해 주세요.',
    path: '/console/inquiries',
    tone: 'warn',
  },
  charges: {
    label: '실패한 정기결제',
    todo: '자동으로 다시 시도합니다. 오래된 것은 회원에게 확인해 주세요.',
    path: '/console/subscriptions?dunning=true',
    tone: 'warn',
  },
  accounts: {
    label: '환불 계좌를 기다림',
    todo: '회원이 계좌를 적으면 이어집니다.',
    path: '/console/orders?refund=awaiting_account',
    tone: 'plain',
  },
  deposits: {
    label: '입금을 기다림',
    todo: '기한 안에 입금되면 저절로 이어집니다.',
    path: '/console/orders?state=awaiting_deposit',
    tone: 'plain',
  },
  invoices: {
    label: '발행할 세금계산서',
    todo: '발행하고 승인번호를 적어 주세요.',
    path: '/console/invoices?state=open',
    tone: 'warn',
  },
  pools: {
    label: '곧 바닥나는 주소 풀',
    todo: '남은 주소가 없거나 2주 안에 다 팔립니다. 주소를 더 등록해 주세요.',
    path: '/console/pools',
    tone: 'warn',
  },
  addresses: {
    label: '문제가 있는 주소',
    todo: '차단 목록에 오르거나 확인되지 않은 주소입니다.',
    path: '/console/addresses?state=flagged',
    tone: 'warn',
  },
  outbox: {
    label: '나가지 못한 메시지',
    todo: '10분 넘게 보내지 못했습니다. 발송 연결을 확인해 주세요.',
    path: '/console/messages?state=waiting',
    tone: 'danger',
  },
  refused: {
    label: '거절된 메시지 (하루)',
    todo: '받는 쪽이 거절했습니다. 주소나 발송 설정을 확인해 주세요.',
    path: '/console/messages?state=refused',
    tone: 'plain',
  },
  jobs: {
    label: '밀린 작업',
    todo: '10분 넘게 시작하지 못한 작업입니다. 작업 서버를 확인해 주세요.',
    path: '/console/connections',
    tone: 'danger',
  },
}
