import type { TagTone } from '../../src/ui/tag'
import type { TextLine, WrittenKind } from './queries'

export const KINDS: Record<TextLine['kind'], string> = {
  notice: '공지사항',
  faq: '자주 묻는 질문',
  guide: '이용 안내',
  page: '페이지',
  legal: '약관·정책',
  release: '내려받기',
}

export const STATES: Record<TextLine['state'], { label: string; tone: TagTone }> = {
  published: { label: '게시 중', tone: 'ok' },
  coming: { label: '게시 예정', tone: 'warn' },
  withdrawn: { label: '내림', tone: 'plain' },
}

export const CATEGORIES = {
  product: '상품',
  connection: '접속',
  payment: '결제',
  account: '계정',
  address: 'IP 주소',
} as const

/** The systems that have a download page. */
export const SYSTEMS = ['windows', 'android', 'macos', 'ios'] as const

/** What can be begun anew; guides, pages and legal documents have their fixed names. */
export const NAMES: Record<WrittenKind, string[]> = {
  notice: [],
  faq: [],
  guide: [...SYSTEMS],
  page: [
    'home',
    'guide',
    'static-ip',
    'dynamic-ip',
    'ip-ticket',
    'download-windows',
    'download-android',
    'download-macos',
    'download-ios',
  ],
  legal: ['terms-use', 'policy'],
  release: [],
}

/** What a fixed name stands for, where it is chosen. */
export const NAMED: Record<string, string> = {
  windows: '윈도우',
  android: '안드로이드',
  macos: '맥(macOS)',
  ios: '아이폰·아이패드',
  home: '첫 화면',
  guide: '이용 안내 첫 화면',
  'static-ip': '고정 IP 상품 안내',
  'dynamic-ip': '유동 IP 상품 안내',
  'ip-ticket': 'IP 교체권 상품 안내',
  'download-windows': '다운로드: 윈도우',
  'download-android': '다운로드: 안드로이드',
  'download-macos': '다운로드: 맥(macOS)',
  'download-ios': '다운로드: 아이폰·아이패드',
  'terms-use': '이용약관',
  policy: '개인정보처리방침',
}

export const isSlug = (text: string) => /^[a-z0-9](-?[a-z0-9])*$/.test(text) && text.length <= 80
