import { CATEGORIES, TONES, STATES as WORDS } from '../../generated/words/inquiries'
import type { Inquiry } from '../api/types'
import { tags } from '../ui/tags'

export type Category = Inquiry['category']

export { CATEGORIES }

export const isCategory = (text: string | null): text is Category => text !== null && text in CATEGORIES

export const STATES = tags(WORDS, TONES)

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
