interface Piece {
  text: string
  isMatch: boolean
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/**
 * The longest beginning of a word, of at least two letters, that occurs in the text. Korean attaches particles to words:
 * a search for 환불은 should find 환불, too.
 */
function matchOf(word: string, text: string): string | undefined {
  const letters = [...word]
  for (let length = letters.length; length >= Math.min(2, letters.length); length -= 1) {
    const beginning = letters.slice(0, length).join('')
    if (new RegExp(escaped(beginning), 'iu').test(text)) return beginning
  }
  return undefined
}

/** Splits a text into matches of a search and what lies between them. Joined, the pieces are the text again. */
export function piecesOf(text: string, term: string): Piece[] {
  const matches = term
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => matchOf(word, text))
    .filter((word) => word !== undefined)
    .sort((one, other) => other.length - one.length)
  if (matches.length === 0) return [{ text, isMatch: false }]
  const pieces = text.split(new RegExp(`(${matches.map(escaped).join('|')})`, 'iu'))
  return pieces.map((piece, place) => ({ text: piece, isMatch: place % 2 === 1 })).filter(({ text }) => text)
}

/** A text with the matches of a search marked. */
export function Highlight({ text, term }: { text: string; term: string }) {
  return piecesOf(text, term).map(({ text: piece, isMatch }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name than their place
    isMatch ? <mark key={place}>{piece}</mark> : piece,
  )
}
