interface Piece {
  text: string
  isMatch: boolean
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/**
 * What of a word stands in the text. Korean hangs particles on words, so that 환불은 finds 환불: from the word's
 * beginning, at least two letters of it.
 */
function foundOf(word: string, text: string): string | undefined {
  const letters = [...word]
  for (let length = letters.length; length >= Math.min(2, letters.length); length -= 1) {
    const beginning = letters.slice(0, length).join('')
    if (new RegExp(escaped(beginning), 'iu').test(text)) return beginning
  }
  return undefined
}

/** The text in pieces, of which some are what was sought. Joined they are the text again. */
export function piecesOf(text: string, sought: string): Piece[] {
  const found = sought
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => foundOf(word, text))
    .filter((word) => word !== undefined)
    .sort((one, other) => other.length - one.length)
  if (found.length === 0) return [{ text, isMatch: false }]
  const pieces = text.split(new RegExp(`(${found.map(escaped).join('|')})`, 'iu'))
  return pieces.map((piece, place) => ({ text: piece, isMatch: place % 2 === 1 })).filter(({ text }) => text)
}
