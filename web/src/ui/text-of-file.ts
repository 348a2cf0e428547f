/** The letter that stands for one that was lost. */
export const LOST = '\ufffd'

/**
 * The text of a file that somebody brings: UTF-8, CP949 (Korean Excel) or UTF-16 (its “Unicode text”), letters composed.
 * Null if it is none of these: a picture, or a file that was broken before.
 */
export async function textOfFile(file: File): Promise<string | null> {
  const content = await file.arrayBuffer()
  const [first, second] = new Uint8Array(content, 0, Math.min(2, content.byteLength))
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff && 'utf-16be'
  for (const encoding of marked ? [marked] : ['utf-8', 'euc-kr']) {
    const text = decoded(content, encoding)
    if (text !== null)
      return text.includes(LOST) || (encoding === 'euc-kr' && isMixed(content)) ? null : text.normalize('NFC')
  }
  return null
}

/** Whether a line is Hangul in UTF-8, or the file marked as such, though CP949 reads it: as other Hangul. */
function isMixed(content: ArrayBuffer): boolean {
  const bytes = new Uint8Array(content)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true
  for (let begin = 0; begin < bytes.length; ) {
    const found = bytes.indexOf(0x0a, begin)
    const end = found < 0 ? bytes.length : found
    if (/[가-힣]/.test(decoded(content.slice(begin, end), 'utf-8') ?? '')) return true
    begin = end + 1
  }
  return false
}

function decoded(content: ArrayBuffer, encoding: string): string | null {
  try {
    // Browsers read CP949 by the name of `euc-kr` (https://encoding.spec.whatwg.org/#euc-kr).
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return null
  }
}

export const UNREADABLE = '파일을 읽을 수 없습니다. 엑셀에서 CSV(UTF-8)로 다시 저장해 올려 주세요.'
