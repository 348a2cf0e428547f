import type { Faq } from '../api/types'
import { Icon } from '../ui/icon'
import { Prose } from '../ui/prose'
import { CopyLink } from './copy-link'
import { Marked } from './marked'
import { faqPath } from './paths'

interface FaqEntryProps {
  faq: Pick<Faq, 'slug' | 'question' | 'html'>
  sought: string
  /** Its name, where entries of several stand together. */
  category: string | undefined
}

/**
 * The browser's own folding: answers are in the document without script, and found by a search in the page. The name
 * that links point at is on the answer, because only what is inside is unfolded by the browser itself.
 */
export function FaqEntry({ faq: { slug, question, html }, sought, category }: FaqEntryProps) {
  return (
    <details className="group border-line border-b">
      <summary className="flex items-start justify-between gap-4 py-5 hover:text-accent">
        <span className="min-w-0">
          {category && <span className="block text-caption text-ink-2">{category}</span>}
          <h2 className="font-semibold text-body tracking-normal">
            <Marked text={question} sought={sought} />
          </h2>
        </span>
        <Icon name="down" className="mt-1 size-5 shrink-0 text-ink-2 group-open:rotate-180" />
      </summary>
      <div id={slug} className="scroll-mt-48 pb-6">
        <Prose html={html} className="text-ink-2" />
        <CopyLink path={faqPath(slug)} />
      </div>
    </details>
  )
}
