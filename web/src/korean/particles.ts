/** The form after a consonant, and the form after a vowel. */
type Particle = '은/는' | '이/가' | '을/를' | '과/와' | '으로/로'

/** How digits and letters end as they are read one by one: 영, 일, 이 …; 에이, 비 … 엘, 엠, 엔 … 알. */
const ENDS_IN_L = /[178LR]/
const ENDS_IN_A_CONSONANT = /[036MN]/
/** Brackets, quotes and stops are not read. */
const SILENT = /[’”'"»」』)\]}>.,!?…`*]+$/
const FIRST_SYLLABLE = 0xac00
const SYLLABLES = 11_172
const FINALS = 28
/** ㄹ among the final consonants of a syllable. */
const RIEUL = 8

/** The text with its particle, which follows the last sound. 으로 is 로 after ㄹ, too. */
export function withParticle(text: string, particle: Particle): string {
  const [afterConsonant = '', afterVowel = ''] = particle.split('/')
  const last = text.replace(SILENT, '').slice(-1).toUpperCase()
  const isOpen = !isClosed(last) || (particle === '으로/로' && isRieul(last))
  return `${text}${isOpen ? afterVowel : afterConsonant}`
}

/** The text with the particle 으로, or 로 after a vowel or ㄹ. */
export const withRo = (text: string): string => withParticle(text, '으로/로')

/** The number of the final consonant, zero if there is none; `null` for what is no syllable of Hangul. */
function finalOf(letter: string): number | null {
  const place = letter.charCodeAt(0) - FIRST_SYLLABLE
  return place >= 0 && place < SYLLABLES ? place % FINALS : null
}

function isClosed(letter: string): boolean {
  const final = finalOf(letter)
  return final === null ? ENDS_IN_L.test(letter) || ENDS_IN_A_CONSONANT.test(letter) : final !== 0
}

function isRieul(letter: string): boolean {
  const final = finalOf(letter)
  return final === null ? ENDS_IN_L.test(letter) : final === RIEUL
}
