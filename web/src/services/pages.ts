import { memberPage, page } from '../pages/page'
import { TROUBLES_API } from '../site/paths'
import {
  changesApi,
  DEVICE_SETUP,
  heldPage,
  serviceApi,
  serviceIn,
  servicesApi,
  sessionsApi,
  usageApi,
} from './paths'

export const serviceStatus = memberPage({
  path: '/mypage/service-status/normal',
  file: 'services/service-status',
  title: '이용현황',
  subIds: 'too',
  data: ({ page }) => ({ services: servicesApi('all', page), troubles: TROUBLES_API }),
  dispensable: 'troubles',
})

/** What is on record of the use of one service. */
export const record = memberPage({
  path: '/mypage/service-status/record',
  file: 'services/record/record',
  title: '이용 기록',
  subIds: 'too',
  // Not `service`: a sub-id may have one without seeing its record.
  subject: 'usage',
  data: ({ query, page }) => {
    const service = serviceIn(query)
    return {
      service: service ? serviceApi(Number(service)) : undefined,
      usage: service ? usageApi(service, query.get('period') ?? undefined) : undefined,
      sessions: service ? sessionsApi(service, page) : undefined,
    }
  },
})

/** Not switched: whoever holds tickets can use them when tickets are no longer sold. */
export const changeIp = memberPage({
  path: '/mypage/change-ip',
  file: 'services/change/change-ip',
  title: 'IP 변경',
  subIds: 'too',
  data: ({ page, query }) => ({
    services: servicesApi('active', heldPage(query)),
    changes: changesApi(page),
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

/**
 * For somebody without an account who was sent a link. What makes it one is behind its `#`, which no server sees; the
 * whole address is read in the browser alone, so it is kept out of the record of visits.
 */
const deviceSetup = page({
  path: DEVICE_SETUP,
  file: 'services/links/device-setup',
  title: '기기 설정',
  description:
    import.meta.env.SSR &&
    '받으신 링크로 기기 한 대에 VPN을 설정합니다. 회원가입이나 로그인은 필요 없습니다.',
  noindex: true,
  secret: true,
})

export const SERVICE_PAGES = [serviceStatus, record, changeIp, rotationLink, deviceSetup]
