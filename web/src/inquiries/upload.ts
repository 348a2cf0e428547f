import { answerTo } from '../api/client'
import { unreachable } from '../api/problem'
import type { InquiryImage } from '../api/types'

const UPLOAD = '/api/v1/inquiry-images'

interface Upload {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads by `XMLHttpRequest`, because `fetch` does not report progress. */
function send(file: File, { onProgress, signal }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', UPLOAD)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    // A header, because proxies log addresses.
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after')
      const headers: HeadersInit = retryAfter ? { 'retry-after': retryAfter } : {}
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** Uploads one image; a refusal is thrown as a `Problem`. */
export const uploadImage = (file: File, upload: Upload) => answerTo<InquiryImage>(() => send(file, upload))
