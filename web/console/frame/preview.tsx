import { CircleAlert } from 'lucide-react'
import { figures } from '../../src/korean/money'
import { Money } from './money'
import type { Preview as Shown } from './types'

/** What a change will do, wherever it is confirmed: by whoever makes it, and by a second person. */
export function Preview({ preview }: { preview: Shown }) {
  const { rows, warnings, count, amount, links = [] } = preview
  return (
    <div className="grid gap-3">
      {(count !== null || amount !== null) && (
        <p className="figures flex gap-6 font-semibold text-title-s">
          {count !== null && <span>{figures(count)}건</span>}
          {amount !== null && <Money won={amount} />}
        </p>
      )}
      {rows.length > 0 && (
        <table className="w-full border-collapse text-small">
          <caption className="sr-only">{preview.title}</caption>
          <tbody>
            {rows.map(({ label, value, before }) => (
              <tr key={label} className="border-line border-t align-top last:border-b">
                <th scope="row" className="w-32 py-1.5 pr-3 text-left font-normal text-ink-2">
                  {label}
                </th>
                <td className="figures whitespace-pre-line py-1.5 [overflow-wrap:anywhere]">
                  {before !== undefined && before !== null && (
                    <>
                      <del className="text-ink-2">
                        <span className="sr-only">지금 </span>
                        {before || '없음'}
                      </del>
                      <span aria-hidden="true"> → </span>
                      <span className="sr-only">, 바뀐 뒤 </span>
                    </>
                  )}
                  <span className={before === undefined || before === null ? '' : 'font-semibold'}>
                    {value || '없음'}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {warnings.length > 0 && (
        <ul className="grid gap-1 rounded-control bg-warn-tint px-3 py-2 text-warn">
          {warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
              {warning}
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-5">
          {links.map(({ label, path }) => (
            <li key={path} className="min-w-0">
              {/* Beside this page, so that nothing that was written here is lost. */}
              <a
                href={path}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-11 items-center break-words text-accent text-small underline underline-offset-4"
              >
                {label} (새 창)
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
