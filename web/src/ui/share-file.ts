import { saveFile } from './save-file'

const OCTETS = 'application/octet-stream'

/**
 * Hands a file to another app through the share sheet, and saves it where the browser cannot or will not. The answer is
 * `false` if the visitor closed the sheet.
 */
export async function shareOrSave(name: string, text: string): Promise<boolean> {
  const data = { files: [new File([text], name, { type: OCTETS })] }
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data)
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
    }
  }
  saveFile(name, text)
  return true
}
