import { SYSTEMS as SYSTEM_WORDS } from '../../generated/words/site'
import type { WrittenKind } from './queries'

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
  ...SYSTEM_WORDS,
  home: '첫 화면',
  guide: '이용 안내 첫 화면',
  'static-ip': '고정 IP 상품 안내',
  'dynamic-ip': '유동 IP 상품 안내',
  'ip-ticket': 'IP 교체권 상품 안내',
  'download-windows': `다운로드: ${SYSTEM_WORDS.windows}`,
  'download-android': `다운로드: ${SYSTEM_WORDS.android}`,
  'download-macos': `다운로드: ${SYSTEM_WORDS.macos}`,
  'download-ios': `다운로드: ${SYSTEM_WORDS.ios}`,
  'terms-use': '이용약관',
  policy: '개인정보처리방침',
}

export const isSlug = (text: string) => /^[a-z0-9](-?[a-z0-9])*$/.test(text) && text.length <= 80
