import type { Inquiry } from '../api/types'
import type { TagTone } from '../ui/tag'

export type Category = Inquiry['category']

export const CATEGORIES: Record<Category, string> = {
  connection: '접속·설정',
  product: '상품·구매',
  payment: '결제',
  refund: '환불',
  account: '회원정보',
  other: '기타',
}

export const isCategory = (text: string | null): text is Category => text !== null && text in CATEGORIES

export const STATES: Record<Inquiry['state'], { label: string; tone: TagTone }> = {
  received: { label: '접수', tone: 'plain' },
  in_progress: { label: '처리중', tone: 'warn' },
  answered: { label: '답변완료', tone: 'ok' },
  closed: { label: '종료', tone: 'plain' },
}

export const TITLE_LONGEST = 100
export const BODY_LONGEST = 5_000
export const IMAGES_MOST = 5
export const IMAGE_LARGEST = 10 * 1024 * 1024

/** The length in characters as the server counts them: an emoji is one. */
export const lengthOf = (text: string) => [...text].length

export const checkTitle = (title: string) => {
  if (!title.trim()) return '제목을 입력해 주세요.'
  return lengthOf(title.trim()) <= TITLE_LONGEST || `제목은 ${TITLE_LONGEST}자까지 입력해 주세요.`
}

export const checkBody = (body: string) => {
  if (!body.trim()) return '내용을 입력해 주세요.'
  return (
    lengthOf(body.trim()) <= BODY_LONGEST ||
    `내용은 ${BODY_LONGEST.toLocaleString('ko-KR')}자까지 입력해 주세요.`
  )
}
