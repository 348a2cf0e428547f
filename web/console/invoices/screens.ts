import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'invoices',
    title: '세금계산서',
    words: '홈택스 사업자 발행 승인번호',
    permission: 'invoices.view',
    nav: 'orders',
    jumps: [{ title: '처리할 세금계산서', query: 'state=open', permission: 'invoices.view' }],
    lazy: () => import('./invoices.screen'),
  },
  {
    path: 'cash-receipts',
    title: '현금영수증',
    words: '소득공제 지출증빙',
    permission: 'invoices.view',
    nav: 'orders',
    lazy: () => import('./cash-receipts.screen'),
  },
]
