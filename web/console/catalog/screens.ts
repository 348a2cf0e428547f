import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'plans',
    title: '상품·가격',
    words: '요금 할인 판매 품절',
    permission: 'catalog.view',
    nav: 'catalog',
    jumps: [{ title: '상품 만들기', query: 'make=1', permission: 'catalog.plans' }],
    lazy: () => import('./plans.screen'),
  },
  { path: 'plans/:id', title: '상품', permission: 'catalog.view', lazy: () => import('./plan.screen') },
]
