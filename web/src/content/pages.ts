import { path } from '../api/path'
import type { System } from '../api/types'
import { page } from '../pages/page'
import { contentPageApi } from '../site/paths'
import { categoryIn, FAQ, NOTICE, SEARCH, searchTermIn } from './paths'
import { SYSTEMS } from './systems'

const nameOf = (system: System) => SYSTEMS.find(({ key }) => key === system)?.name

/** The overview of all products. */
export const guide = page({
  path: '/guide',
  file: 'content/guide',
  title: '이용 방법',
  data: () => ({ guide: contentPageApi('guide') }),
  subject: 'guide',
  cache: true,
})

/** How to connect from one operating system. */
export const connectionGuide = (system: System) =>
  page({
    path: `/use/${system}`,
    file: 'content/use',
    title: `${nameOf(system)}에서 연결하기`,
    data: () => ({ guide: path('/api/v1/guides/{os}', { os: system }) }),
    subject: 'guide',
    structured: { type: 'TechArticle', of: 'guide' },
    cache: true,
  })

export const download = (system: System) =>
  page({
    path: `/download/${system}`,
    file: 'content/download',
    title: `${nameOf(system)} 다운로드`,
    data: () => ({
      contentPage: contentPageApi(`download-${system}`),
      releases: path('/api/v1/releases', { os: system }),
    }),
    subject: 'contentPage',
    cache: true,
  })

const ABOUT_NOTICES =
  import.meta.env.SSR &&
  '통신사 IP VPN 서비스의 공지사항입니다. 점검 일정, 새로 바뀐 점, 고객센터 운영 시간을 알려 드립니다.'

export const notices = page({
  path: NOTICE,
  file: 'content/notices/notices',
  title: '공지사항',
  description: ABOUT_NOTICES,
  data: ({ page, query }) => ({ notices: path('/api/v1/notices', { page, q: searchTermIn(query) }) }),
  cache: true,
})

export const notice = page({
  path: '/support/notice/:slug',
  file: 'content/notices/notice',
  title: '공지사항',
  description: ABOUT_NOTICES,
  data: ({ params }) => ({ notice: path('/api/v1/notices/{slug}', { slug: params.slug }) }),
  subject: 'notice',
  structured: { type: 'NewsArticle', of: 'notice' },
  cache: true,
})

export const faq = page({
  path: FAQ,
  file: 'content/faq/faq',
  title: '자주 묻는 질문',
  description:
    import.meta.env.SSR &&
    '상품을 고르는 방법, 접속이 안 될 때, 결제와 환불, 기기 설정까지 자주 묻는 질문에 답해 드립니다.',
  data: ({ page, query }) => ({
    faqs: path('/api/v1/faqs', { page, category: categoryIn(query), q: searchTermIn(query) }),
  }),
  structured: { type: 'FAQPage', of: 'faqs' },
  cache: true,
})

export const search = page({
  path: SEARCH,
  file: 'content/search/search',
  title: '고객센터 검색',
  description: import.meta.env.SSR && '공지사항, 자주 묻는 질문, 이용안내에서 찾는 내용을 검색합니다.',
  data: ({ page, query }) => {
    const q = searchTermIn(query)
    return { results: q ? path('/api/v1/search', { q, page }) : undefined }
  },
  noindex: true,
})

const LEGAL = {
  'terms-use': {
    title: '이용약관',
    description:
      import.meta.env.SSR &&
      '통신사 IP VPN 서비스의 이용 조건, 이용 기간과 요금, 청약철회와 환불 기준을 정한 이용약관입니다.',
  },
  policy: {
    title: '개인정보처리방침',
    description:
      import.meta.env.SSR &&
      '수집하는 개인정보의 항목과 목적, 보유 기간, 이용자의 권리와 문의처를 알려 드립니다.',
  },
}

/** The version in force, or the one that `?version=` asks for. */
const legal = (slug: keyof typeof LEGAL) =>
  page({
    path: `/privacy/${slug}`,
    file: 'content/legal',
    ...LEGAL[slug],
    data: ({ query }) => ({
      document: path('/api/v1/legal/{slug}', { slug, version: query.get('version') ?? '' }),
    }),
    subject: 'document',
    noindex: (query) => query.has('version'),
    cache: true,
  })

/** The declaration for this address: terms and policy share the component that draws them. */
export const legalAt = (pathname: string) =>
  legal(pathname.startsWith('/privacy/policy') ? 'policy' : 'terms-use')

export const CONTENT_PAGES = [
  guide,
  ...SYSTEMS.flatMap(({ key }) => [connectionGuide(key), download(key)]),
  notices,
  notice,
  faq,
  search,
  legal('terms-use'),
  legal('policy'),
]
