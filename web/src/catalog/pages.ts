import { page } from '../pages/page'
import { contentPageApi } from '../site/paths'
import { type Kind, PRODUCTS, plansApi } from './paths'

const DESCRIPTIONS = {
  static:
    '접속할 때마다 같은 통신사 IP 하나를 혼자 쓰는 고정 IP VPN. 이용 기간과 부가세를 포함한 가격을 확인하고 결제하면 바로 주소가 배정됩니다.',
  dynamic:
    '통신사 IP 하나를 혼자 쓰다가 원할 때 다른 IP로 바꾸는 유동 IP VPN. 이용 기간과 부가세를 포함한 가격을 확인하고 기간 결제나 정기결제로 시작합니다.',
  ticket:
    '쓰고 있는 고정 IP를 같은 통신사와 지역의 다른 IP로 바꾸는 IP 교체권. 가격과 사용 기한, 환불 기준을 확인하고 구매합니다.',
}

export const product = (kind: Kind) =>
  page({
    path: PRODUCTS[kind].path,
    file: 'catalog/product',
    title: PRODUCTS[kind].name,
    description: import.meta.env.SSR && DESCRIPTIONS[kind],
    switchedBy: PRODUCTS[kind].switchedBy,
    data: () => ({ contentPage: contentPageApi(PRODUCTS[kind].path.slice(1)), plans: plansApi(kind) }),
    texts: 'contentPage',
    structured: { type: 'Product', of: 'plans' },
    cache: true,
  })

export const CATALOG_PAGES = [product('static'), product('dynamic'), product('ticket')]
