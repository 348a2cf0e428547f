import { plansApi } from '../catalog/paths'
import { page } from '../pages/page'
import { contentPageApi } from './paths'

export const home = page({
  path: '/',
  file: 'site/home',
  title: '통신사 고정 IP VPN',
  data: () => ({ written: contentPageApi('home'), plans: plansApi('static') }),
  texts: 'written',
  cache: true,
})

/** Drawn wherever no other page is. */
export const NOT_FOUND = page({
  path: '*',
  file: 'site/not-found',
  title: '페이지를 찾을 수 없습니다',
  noindex: true,
})
