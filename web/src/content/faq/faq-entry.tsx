import type { Faq } from '../../api/types'
import { Icon } from '../../ui/icon'
import { Prose } from '../../ui/prose'
import { faqPath } from '../paths'
import { Highlight } from '../search/highlight'
import { CopyLink } from './copy-link'

interface FaqEntryProps {
  faq: Pick<Faq, 'slug' | 'question' | 'html'>
  term: string
  /** Whether the answer is unfolded at first; afterwards the reader decides. */
  isOpen: boolean
}

/**
 * One question, folded by the browser's own `<details>`: without script the answer is in the document, and a search in the
 * page finds it. The anchor is on the answer, because a browser unfolds `<details>` only for a target inside of it.
 */
export function FaqEntry({ faq: { slug, question, html }, term, isOpen }: FaqEntryProps) {
  return (
    <details open={isOpen} className="group border-line border-b">
      <summary className="flex items-start justify-between gap-4 py-5 hover:text-accent">
        <h3 className="min-w-0 font-semibold text-body tracking-normal">
          <Highlight text={question} term={term} />
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
