import { piecesOf } from './matching'

/** A text in which what was sought stands out. */
export function Marked({ text, sought }: { text: string; sought: string }) {
  return piecesOf(text, sought).map(({ text: piece, isMatch }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name than their place
    isMatch ? <mark key={place}>{piece}</mark> : piece,
  )
}
