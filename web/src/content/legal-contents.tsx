import { classes } from '../ui/classes'
import { Icon } from '../ui/icon'
import type { Heading } from './legal-text'

function Links({ headings }: { headings: Heading[] }) {
  const hasChapters = headings.some(({ isDeeper }) => isDeeper)
  return (
    <ul className="text-small">
      {headings.map(({ id, title, isDeeper }) => (
        <li key={id} className={classes(hasChapters && !isDeeper && 'mt-3 first:mt-0')}>
          <a
            href={`#${id}`}
            className={classes(
              'flex min-h-11 items-center hover:underline lg:min-h-8 lg:py-1 lg:leading-snug',
              hasChapters && !isDeeper ? 'font-semibold' : 'text-ink-2',
              isDeeper && 'pl-3',
            )}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The table of contents: beside the text on wide screens, folded above it on small ones, and left out in print. */
export function LegalContents({ headings }: { headings: Heading[] }) {
  if (headings.length < 2) return <div className="max-lg:hidden" />
  return (
    <div className="print:hidden">
      <details className="group rounded-card border border-line lg:hidden">
        <summary className="flex min-h-13 items-center justify-between px-5 font-semibold">
          목차
          <Icon name="down" className="size-5 transition-transform duration-150 group-open:rotate-180" />
        </summary>
        <nav aria-label="목차" className="border-line border-t px-5 py-3">
          <Links headings={headings} />
        </nav>
      </details>
      <nav
        aria-label="목차"
        className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto pb-4 max-lg:hidden"
      >
        <p className="mb-2 text-caption text-ink-2">목차</p>
        <Links headings={headings} />
      </nav>
    </div>
  )
}
