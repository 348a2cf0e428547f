import { classes } from '../ui/classes'

interface ComparisonProps {
  caption: string
  /** HTML rendered by the server, like every cell. */
  head: string[]
  rows: string[][]
}

const inner = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } })

/** A table that compares products. Below 640 px every row becomes a block, with its cells below each other. */
export function Comparison({ caption, head: [about = '', ...kinds], rows }: ComparisonProps) {
  const isCompared = kinds.length > 1
  return (
    <table className="w-full table-fixed max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col className="w-1/5" />
      </colgroup>
      <thead className={isCompared ? 'max-sm:sr-only' : 'sr-only'}>
        <tr className="border-ink border-b-2 text-left">
          <th scope="col" className="py-3">
            {about ? <span {...inner(about)} /> : <span className="sr-only">항목</span>}
          </th>
          {kinds.map((kind, place) => (
            <th
              key={kind}
              scope="col"
              className={classes('py-3 text-lead', place > 0 && 'font-semibold text-ink-2')}
              {...inner(kind)}
            />
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(([name = '', ...answers]) => (
          <tr key={name} className="border-line border-b align-top max-sm:block max-sm:py-4">
            <th
              scope="row"
              className="py-4 pr-4 text-left font-medium text-ink-2 text-small max-sm:block max-sm:py-1"
              {...inner(name)}
            />
            {answers.map((answer, place) => (
              <td
                key={kinds[place]}
                className={classes(
                  'py-4 pr-6 max-sm:flex max-sm:gap-3 max-sm:py-1',
                  place > 0 ? 'text-ink-2' : 'font-medium',
                )}
              >
                {isCompared && (
                  <span
                    className="w-20 shrink-0 pt-0.5 font-normal text-caption text-ink-2 sm:hidden"
                    {...inner(kinds[place] ?? '')}
                  />
                )}
                <span {...inner(answer)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
