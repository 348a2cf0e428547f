import type { FaqCategory, FaqList } from '../../api/types'
import { Link } from '../../ui/link'
import { faqsPath } from '../paths'

interface FaqCategoriesProps {
  categories: FaqList['categories']
  chosen: FaqCategory | undefined
  term: string
}

/** Links to the categories: a row that scrolls sideways on phones, a column beside the questions on wide screens. */
export function FaqCategories({ categories, chosen, term }: FaqCategoriesProps) {
  const all = categories.reduce((sum, { count }) => sum + count, 0)
  const choices = [{ key: undefined, name: '전체', count: all }, ...categories]
  return (
    <nav
      aria-label="질문 분류"
      className="-mx-5 overflow-x-auto px-5 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <ul className="flex min-w-max gap-2 lg:sticky lg:top-26 lg:min-w-0 lg:flex-col lg:gap-1">
        {choices.map(({ key, name, count }) => (
          <li key={name}>
            <Link
              to={faqsPath(1, { ...(key && { category: key }), q: term })}
              aria-current={key === chosen ? 'true' : undefined}
              className="flex min-h-11 items-center gap-2 rounded-control border border-line px-4 text-ink-2 text-small hover:bg-surface hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink lg:justify-between lg:border-transparent aria-[current]:lg:border-transparent aria-[current]:lg:bg-surface"
            >
              {name} {/* The counts are of all questions, not of the search results. */}
              {!term && <span className="figures text-caption">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
