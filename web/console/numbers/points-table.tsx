import { plainDay } from '../../src/korean/dates'
import { Link } from '../../src/ui/link'
import type { Figure } from './queries'
import { rowsBehind, saidAs } from './words'

/** The same as the picture in numbers, newest first, with the rows behind each line. */
export function PointsTable({ figure }: { figure: Figure }) {
  const { parts, points, unit, by, label } = figure
  const hasTotal = points.some(({ total }) => total !== null)
  const head = 'py-1.5 pl-4 text-right font-normal max-sm:pl-2'
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-line border-b text-caption text-ink-2">
            <th scope="col" className="py-1.5 text-left font-normal">
              {by === 'month' ? '달' : '날'}
            </th>
            {hasTotal && (
              <th scope="col" className={head}>
                {label}
              </th>
            )}
            {parts.map(({ name, label }) => (
              <th key={name} scope="col" className={head}>
                {label}
              </th>
            ))}
            <th scope="col" className={head}>
              <span className="sr-only">근거</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => {
            const rows = rowsBehind(figure.name, by, point)
            return (
              <tr key={point.day} className="figures h-10 border-line border-b">
                <th scope="row" className="whitespace-nowrap text-left font-normal">
                  {by === 'month' ? point.day.slice(0, 7).replace('-', '.') : plainDay(point.day)}
                </th>
                {hasTotal && (
                  <td translate="no" className="pl-4 text-right max-sm:pl-2">
                    {saidAs(point.total, unit)}
                  </td>
                )}
                {parts.map(({ name }) => (
                  <td key={name} translate="no" className="pl-4 text-right max-sm:pl-2">
                    {saidAs(point.parts[name], unit)}
                  </td>
                ))}
                <td className="whitespace-nowrap pl-4 text-right max-sm:pl-2">
                  {rows && (
                    <Link to={rows.to} className="underline underline-offset-4">
                      {rows.label}
                    </Link>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
