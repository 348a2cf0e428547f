/** What other keyboards have in place of the signs that names have, as the server reads them (`members/names.py`). */
const SIGNS: [RegExp, string][] = [
  [/[`´＇]/gu, "'"],
  [/[‘‛ʼ′]/gu, '’'],
  [/[‐‑‒–−－﹣]/gu, '-'],
  [/[ㆍ・･•‧∙⋅]/gu, '·'],
  [/．/gu, '.'],
]
/** Blanks without a width and marks of the direction of writing, which are copied along. */
const COPIED_ALONG = /[\u00ad\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/g
/** A dot within a word, by which it would be a domain. */
const RUN_ON = /\.(?=\p{L}{2})/gu
/** Arabic and Indic scripts, which need a joiner between two letters; elsewhere it joins nothing. */
const JOINED = /[\u0600-\u077f\u0900-\u0dff]/
/** Letters and marks of any script, and what names have between them. */
const NAME = /^['’]?[\p{L}〇](?:[\p{L}\p{M}〇'’\-.· ]|\u200c|\u200d)*[\p{L}\p{M}〇.]$/u
const TOO_MANY_MARKS = /\p{M}{9}/u
const HALF_HANGUL = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc]/

/** A name as the server stores it. */
export function tidyName(name: string): string {
  const seen = name.normalize('NFC').replaceAll(COPIED_ALONG, '')
  const plain = SIGNS.reduce((text, [signs, sign]) => text.replaceAll(signs, sign), seen)
  const narrow = plain.replaceAll(/[Ａ-Ｚａ-ｚ]/gu, (wide) => wide.normalize('NFKC'))
  const joined = narrow.replaceAll(/\u200c|\u200d/g, (joiner, at: number) =>
    JOINED.test(narrow.charAt(at - 1)) && JOINED.test(narrow.charAt(at + 1)) ? joiner : '',
  )
  return joined.replaceAll(RUN_ON, '. ').replaceAll(/\s+/g, ' ').trim()
}

/** Whether a tidied name is one of a person. */
export function isName(name: string): boolean {
  const { length } = [...name]
  return (
    length >= 2 && length <= 60 && NAME.test(name) && !TOO_MANY_MARKS.test(name) && !HALF_HANGUL.test(name)
  )
}
