import { Problem } from '../api/problem'
import type { InquiryImage } from '../api/types'
import { messageOf } from '../members'
import { IMAGE_LARGEST, IMAGES_MOST } from './words'

/** A picked file and its upload; `image` is set once the upload has finished. */
export interface Attachment {
  key: number
  file: File
  state: 'waiting' | 'uploading' | 'done' | 'failed'
  /** From 0 to 1. */
  progress: number
  image?: InquiryImage
  error?: string
  /** A retry may help, because the file itself was not refused. */
  mayRetry?: boolean
}

const TOO_LARGE = '사진은 한 장에 10MB까지 첨부할 수 있습니다. 크기를 줄여서 다시 선택해 주세요.'
const HEIC = 'HEIC 사진은 첨부할 수 없습니다. JPG로 저장하거나 화면을 캡처해서 첨부해 주세요.'

/** Why a file cannot be sent, as far as the browser can tell; the server checks the rest. */
function refusalOf(file: File): string | undefined {
  if (file.size > IMAGE_LARGEST) return TOO_LARGE
  return /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name) ? HEIC : undefined
}

let keys = 0

export function attachmentOf(file: File): Attachment {
  const error = refusalOf(file)
  keys += 1
  return { key: keys, file, progress: 0, ...(error ? { state: 'failed', error } : { state: 'waiting' }) }
}

export const failureOf = (error: unknown): Partial<Attachment> => ({
  state: 'failed',
  error: messageOf(error),
  mayRetry: !(error instanceof Problem && (error.status === 413 || error.status === 422)),
})

/** Takes as many files as there is room for, and says what happens to the rest. */
export function pickOf(picked: File[], present: number): { files: File[]; left: string } {
  const files = picked.slice(0, Math.max(0, IMAGES_MOST - present))
  const over = picked.length - files.length
  return {
    files,
    left: over > 0 ? `사진은 ${IMAGES_MOST}장까지 첨부할 수 있어 ${over}장은 첨부하지 않았습니다.` : '',
  }
}

/** Why the message cannot be sent yet, if there is a reason. */
export function obstacleOf(items: Attachment[]): string | undefined {
  if (items.some(({ state }) => state === 'failed'))
    return '올리지 못한 사진이 있습니다. 다시 시도하거나 삭제해 주세요.'
  if (items.some(({ state }) => state !== 'done'))
    return '사진을 올리고 있습니다. 다 올라간 뒤에 다시 눌러 주세요.'
  return undefined
}
