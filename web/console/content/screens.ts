import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'content',
    title: '콘텐츠',
    words: '공지사항 자주 묻는 질문 FAQ 이용 안내 약관 글',
    permission: 'content.view',
    nav: 'catalog',
    jumps: [
      { title: '새 글 쓰기', query: 'make=1', permission: 'content.write' },
      { title: '기본 글 넣기', query: 'starters=1', permission: 'content.publish' },
    ],
    lazy: () => import('./content.screen'),
  },
  {
    path: 'content/drafts/:id',
    title: '글 쓰기',
    permission: 'content.view',
    lazy: () => import('./draft.screen'),
  },
  {
    path: 'content/:id',
    title: '글',
    permission: 'content.view',
    lazy: () => import('./text.screen'),
  },
]
