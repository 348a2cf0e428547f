import type { ContentPage } from '../api/types'
import { Prose } from '../ui/prose'
import { Section } from '../ui/section'
import { Comparison } from './comparison'
import { tableIn, withoutColumns } from './written-table'

interface HomeSectionProps {
  section: ContentPage['sections'][number]
  /** The names of products not on sale now, whose columns tables leave out. */
  notSold: string[]
  shaded: boolean
}

/** A section that the operator wrote. A table is shown as a comparison, a numbered list as a line with stops. */
export function HomeSection({ section: { title, html }, notSold, shaded }: HomeSectionProps) {
  const written = tableIn(html)
  const table = written && withoutColumns(written, notSold)
  // Nothing that the table compares is on sale.
  if (table && table.head.length < 2) return null
  return (
    <Section title={title} shaded={shaded}>
      {table?.before && <Prose html={table.before} className="mb-8" />}
      {table && <Comparison caption={title} head={table.head} rows={table.rows} />}
      {table?.after && <Prose html={table.after} className="mt-8" />}
      {!table && <Prose html={html} className="stops" />}
    </Section>
  )
}
