import { useId } from 'react'
import type { FaqList } from '../../api/types'
import { FaqEntry } from './faq-entry'

interface FaqGroupProps {
  name: string
  items: FaqList['items']
  term: string
  /** There are few questions in all, so that a search may show their answers at once. */
  isFew: boolean
}

/** The questions of one category. */
export function FaqGroup({ name, items, term, isFew }: FaqGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-12 first:mt-0">
      <h2 id={id} className="border-ink border-b pb-3 text-lead">
        {name}
      </h2>
      {items.map((faq) => (
        <FaqEntry key={faq.slug} faq={faq} term={term} isOpen={term !== '' && isFew} />
      ))}
    </section>
  )
}
