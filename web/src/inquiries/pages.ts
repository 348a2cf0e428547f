import { path } from '../api/path'
import { ordersApi } from '../history/paths'
import { memberPage } from '../pages/page'
import { servicesApi } from '../services/paths'
import { TROUBLES_API } from '../site/paths'
import { inquiryApi, NEW_INQUIRY } from './paths'

export const inquiries = memberPage({
  path: '/support/inquiry',
  file: 'inquiries/inquiries',
  title: '1:1 문의',
  data: ({ page }) => ({ inquiries: path('/api/v1/inquiries', { page }), troubles: TROUBLES_API }),
  dispensable: 'troubles',
})

const newInquiry = memberPage({
  path: NEW_INQUIRY,
  file: 'inquiries/new-inquiry',
  title: '문의하기',
  data: () => ({ services: servicesApi('all', 1), orders: ordersApi(1), troubles: TROUBLES_API }),
  dispensable: 'troubles',
})

export const inquiry = memberPage({
  path: '/support/inquiry/:id',
  file: 'inquiries/inquiry',
  title: '1:1 문의',
  data: ({ params }) => ({ inquiry: inquiryApi(params.id) }),
  subject: 'inquiry',
})

export const INQUIRY_PAGES = [inquiries, newInquiry, inquiry]
