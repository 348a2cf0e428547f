import { piecesOf } from './matching'

/** A text with the matches of a search marked. */
export function Highlight({ text, term }: { text: string; term: string }) {
  return piecesOf(text, term).map(({ text: piece, isMatch }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name than their place
    isMatch ? <mark key={place}>{piece}</mark> : piece,
  )
}
