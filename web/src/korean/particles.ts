const PAIRS = { 을: ['을', '를'], 이: ['이', '가'], 은: ['은', '는'], 과: ['과', '와'] } as const

/** Appends the particle that fits the last syllable: `아이디` + 을 → `아이디를`. Words end in Hangul. */
export function withParticle(word: string, particle: keyof typeof PAIRS): string {
  const code = word.charCodeAt(word.length - 1) - 0xac00
  const [afterConsonant, afterVowel] = PAIRS[particle]
  return word + (code >= 0 && code <= 11_171 && code % 28 !== 0 ? afterConsonant : afterVowel)
}
