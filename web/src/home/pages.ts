import { plansApi } from '../catalog/paths'
import { page } from '../pages/page'
import { contentPageApi, TROUBLES_API } from '../site/paths'

export const home = page({
  path: '/',
  file: 'home/home',
  title: '통신사 고정 IP VPN',
  data: () => ({
    contentPage: contentPageApi('home'),
    plans: plansApi('static'),
    troubles: TROUBLES_API,
  }),
  texts: 'contentPage',
  dispensable: 'troubles',
  cache: true,
})
