import { useId } from 'react'
import type { FaqList } from '../../api/types'
import { FaqEntry } from './faq-entry'

interface FaqGroupProps {
  name: string
  items: FaqList['items']
  sought: string
  /** There are few answers in all, so that a search may show them at once. */
  isFew: boolean
}

/** The questions of one category. */
export function FaqGroup({ name, items, sought, isFew }: FaqGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-12 first:mt-0">
      <h2 id={id} className="border-ink border-b pb-3 text-lead">
        {name}
      </h2>
      {items.map((faq) => (
        <FaqEntry key={faq.slug} faq={faq} sought={sought} isOpen={sought !== '' && isFew} />
      ))}
    </section>
  )
}
