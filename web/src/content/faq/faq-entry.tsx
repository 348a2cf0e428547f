import type { Faq } from '../../api/types'
import { Icon } from '../../ui/icon'
import { Prose } from '../../ui/prose'
import { faqPath } from '../paths'
import { Marked } from '../search/marked'
import { CopyLink } from './copy-link'

interface FaqEntryProps {
  faq: Pick<Faq, 'slug' | 'question' | 'html'>
  sought: string
  /** Unfolded from the start; what the reader does afterwards stands. */
  isOpen: boolean
}

/**
 * The browser's own folding: answers are in the document without script, and found by a search in the page. The name
 * that links point at is on the answer, because only what is inside is unfolded by the browser itself.
 */
export function FaqEntry({ faq: { slug, question, html }, sought, isOpen }: FaqEntryProps) {
  return (
    <details open={isOpen} className="group border-line border-b">
      <summary className="flex items-start justify-between gap-4 py-5 hover:text-accent">
        <h3 className="min-w-0 font-semibold text-body tracking-normal">
          <Marked text={question} sought={sought} />
        </h3>
        <Icon name="down" className="mt-0.5 size-5 shrink-0 text-ink-2 group-open:rotate-180" />
      </summary>
      <div id={slug} className="scroll-mt-48 pb-6">
        <Prose html={html} className="text-ink-2" />
        <CopyLink path={faqPath(slug)} />
      </div>
    </details>
  )
}
