import { path } from '../api/path'
import { memberPage, page } from '../pages/page'
import { servicesApi } from './paths'

export const serviceStatus = memberPage({
  path: '/mypage/service-status/normal',
  file: 'services/service-status',
  title: '이용현황',
  data: ({ page }) => ({ services: servicesApi('all', page) }),
})

/** Not switched: whoever holds tickets can use them when tickets are no longer sold. */
export const changeIp = memberPage({
  path: '/mypage/change-ip',
  file: 'services/change/change-ip',
  title: 'IP 변경',
  data: ({ page }) => ({
    services: servicesApi('active', page),
    changes: path('/api/v1/ip-changes', { page: 1 }),
  }),
})

/** Asked with a button, so that a preview of the link or a prefetch changes nothing. */
const rotationLink = page({
  path: '/r/:token',
  file: 'services/rotation/rotation-link',
  title: '유동 IP 변경',
  noindex: true,
  secret: true,
})

export const SERVICE_PAGES = [serviceStatus, changeIp, rotationLink]
