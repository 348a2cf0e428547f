import type { TagTone, TagWord } from './tag'

/** The word of each state with its tone, as tags show them. */
export const tags = <S extends string>(
  words: Readonly<Record<S, string>>,
  tones: Readonly<Record<NoInfer<S>, TagTone>>,
): Record<S, TagWord> => {
  const states = Object.keys(words) as S[]
  return Object.fromEntries(
    states.map((state) => [state, { word: words[state], tone: tones[state] }]),
  ) as Record<S, TagWord>
}
