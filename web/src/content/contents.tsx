import type { Guide } from '../api/types'

interface ContentsProps {
  headings: Guide['headings']
}

function Entries({ headings }: ContentsProps) {
  return (
    <ol className="border-line border-l">
      {headings.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="-ml-px flex min-h-11 items-center border-transparent border-l-2 py-2 pl-4 text-ink-2 text-small hover:border-accent hover:text-ink lg:min-h-9"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** The table of contents beside the text, on wide screens. */
export function ContentsBeside({ headings }: ContentsProps) {
  return (
    <nav aria-label="이 안내의 차례" className="max-lg:hidden">
      <p className="mb-3 font-semibold text-small">차례</p>
      <Entries headings={headings} />
    </nav>
  )
}

/**
 * The table of contents above the text, on small screens. Folded, because a reader who starts at the top does not
 * need it.
 */
export function ContentsAbove({ headings }: ContentsProps) {
  return (
    <details className="group rounded-control border border-line lg:hidden">
      <summary className="flex min-h-12 items-center justify-between px-4 font-semibold text-small">
        차례
        <span className="figures font-normal text-caption text-ink-2">{headings.length}개 항목</span>
      </summary>
      <nav aria-label="이 안내의 차례" className="px-4 pb-3">
        <Entries headings={headings} />
      </nav>
    </details>
  )
}
