import { memberPage } from '../pages/page'
import { servicesApi } from '../services/paths'
import { askedIn, eventsApi, SUB_IDS, subIdApi, subIdsApi, turnedIn, usedSessionsApi } from './paths'

export const subIds = memberPage({
  path: SUB_IDS,
  file: 'sub-ids/sub-ids',
  title: '서브 아이디 관리',
  data: ({ page, query }) => ({ subIds: subIdsApi(page, askedIn(query)) }),
})

export const subId = memberPage({
  path: `${SUB_IDS}/:id`,
  file: 'sub-ids/sub-id',
  title: '서브 아이디',
  subject: 'subId',
  data: ({ params: { id }, query }) => {
    const { page, services, sessions } = turnedIn(query)
    return {
      subId: subIdApi(id),
      services: servicesApi('active', services),
      sessions: usedSessionsApi(id, sessions),
      events: eventsApi(id, page),
    }
  },
})

export const SUB_ID_PAGES = [subIds, subId]
