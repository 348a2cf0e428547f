/** The final consonants of the digits as they are read: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구. */
const DIGITS = ['ㅇ', 'ㄹ', '', 'ㅁ', '', '', 'ㄱ', 'ㄹ', 'ㄹ', '']
const FIRST_SYLLABLE = 0xac00
const SYLLABLES = 11_172
const FINALS = 28
/** ㄹ among the final consonants of a syllable. */
const RIEUL = 8

/** The text with the particle 으로, or 로 after a vowel or ㄹ. */
export const withRo = (text: string): string => `${text}${endsOpen(text) ? '로' : '으로'}`

function endsOpen(text: string): boolean {
  const last = text.at(-1) ?? ''
  const digit = DIGITS[/\d/.test(last) ? Number(last) : -1]
  if (digit !== undefined) return digit === '' || digit === 'ㄹ'
  const syllable = last.charCodeAt(0) - FIRST_SYLLABLE
  if (!(syllable >= 0 && syllable < SYLLABLES)) return true
  return [0, RIEUL].includes(syllable % FINALS)
}
