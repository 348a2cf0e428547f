import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'reconciliation',
    title: '정산 대조·알람',
    words: '알림 장부 차이 결제대행사 토스 백업 복구 게이트웨이',
    permission: 'reconciliation.view',
    nav: 'orders',
    jumps: [
      { title: '처리할 알람', query: 'state=open', permission: 'reconciliation.view' },
      { title: '백업 알람', query: 'state=open&area=backups', permission: 'reconciliation.view' },
    ],
    lazy: () => import('./reconciliation.screen'),
  },
  {
    path: 'book-checks',
    title: '매일 점검',
    words: '장부 합계 대조',
    permission: 'reconciliation.view',
    nav: 'orders',
    lazy: () => import('./book-checks.screen'),
  },
]
