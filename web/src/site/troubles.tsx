import { useSuspenseQuery } from '@tanstack/react-query'
import type { Trouble } from '../api/types'
import { Link } from '../ui/link'
import { STATUS } from './paths'
import { troublesQuery } from './queries'

/** So many, or the page itself would be far below; the page of the state has them all. */
const SHOWN = 3

interface TroublesProps {
  /** Which parts of the shop the page needs; without it, all of them. */
  of?: Trouble['parts']
  className?: string
}

/** What is wrong now with the shop, where somebody would run into it; nothing while all is well. */
export function Troubles({ of, className }: TroublesProps) {
  const { data } = useSuspenseQuery(troublesQuery)
  const troubles = data?.filter(({ parts }) => !of || parts.some((part) => of.includes(part))) ?? []
  if (troubles.length === 0) return null
  return (
    <section aria-label="서비스 상태 안내" className={className}>
      <div className="rounded-control bg-warn-tint px-4 py-3 text-small">
        <ul className="grid gap-2">
          {troubles.slice(0, SHOWN).map(({ title, words }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title and words, and a line keeps nothing
            <li key={place}>
              <strong className="font-bold text-warn">{title}</strong>
              <p className="line-clamp-3 whitespace-pre-line">{words}</p>
            </li>
          ))}
        </ul>
        <Link
          to={STATUS}
          reloadDocument
          className="inline-flex min-h-11 items-center font-medium underline decoration-1 underline-offset-4"
        >
          {troubles.length > SHOWN && `외 ${troubles.length - SHOWN}건, `}서비스 상태 자세히 보기
        </Link>
      </div>
    </section>
  )
}
