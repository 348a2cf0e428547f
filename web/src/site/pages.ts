import { page } from '../pages/page'

/** The page of every address that has no other page. */
export const NOT_FOUND = page({
  path: '*',
  file: 'site/not-found',
  title: '페이지를 찾을 수 없습니다',
  noindex: true,
})
