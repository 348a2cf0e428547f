import { useRef } from 'react'
import { figures } from '../../src/korean/money'
import { Button } from './button'
import type { Listed } from './types'
import type { ListAddress } from './use-list-address'

/** `10,000+` where the server stopped counting. */
export const countOf = ({ count, countIsMore }: Pick<Listed<unknown>, 'count' | 'countIsMore'>) =>
  `${figures(count)}${countIsMore ? '+' : ''}`

/** Which cursor led to which: a cursor knows no way back. Gone with the document, and then the first page is one press away. */
const ways = new Map<string, string | null>()

/** One page further, one back, or to the first: a list of any length is as quick on its last page as on its first. */
export function Pager({ next, address }: { next: string | null; address: ListAddress }) {
  const { view, after, turn } = address
  const key = useRef(location.pathname).current
  const way = (cursor: string) => `${key}?${view} ${cursor}`
  const back = after === null ? undefined : ways.get(way(after))
  if (after === null && next === null) return null
  return (
    <nav aria-label="쪽" className="mt-3 flex items-center justify-end gap-2">
      {after !== null && back !== null && (
        <Button kind="text" onClick={() => turn(null)}>
          처음으로
        </Button>
      )}
      <Button kind="quiet" disabled={back === undefined} onClick={() => turn(back ?? null)}>
        이전
      </Button>
      <Button
        kind="quiet"
        disabled={next === null}
        onClick={() => {
          if (next === null) return
          ways.set(way(next), after)
          turn(next)
        }}
      >
        다음
      </Button>
    </nav>
  )
}
