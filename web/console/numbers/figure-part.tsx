import { useQuery } from '@tanstack/react-query'
import { SelectField, TextField } from '../frame/field'
import { Part, Ready } from '../frame/part'
import { useListAddress } from '../frame/use-list-address'
import { Chart } from './chart'
import { Definition } from './definition'
import { PointsTable } from './points-table'
import { type Figure, figureQuery } from './queries'
import { LISTS } from './words'

/** One figure: its time, its picture, the same as a table, and what it means. The address keeps what is chosen. */
export function FigurePart({ name }: { name: Figure['name'] }) {
  const address = useListAddress()
  const sent = new URLSearchParams(address.filtered)
  sent.delete('figure')
  sent.delete('kind')
  const query = useQuery(figureQuery(name, sent.toString()))
  const value = (of: string) => address.query.get(of) ?? ''
  return (
    <Part title={query.data?.name === name ? query.data.label : '통계'}>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="단위"
          value={value('by') || 'day'}
          onChange={(event) => address.set({ by: event.target.value })}
        >
          <option value="day">날마다</option>
          <option value="month">달마다</option>
        </SelectField>
        <TextField
          label="언제부터"
          type="date"
          value={value('from')}
          onChange={(event) => address.set({ from: event.target.value })}
        />
        <TextField
          label="언제까지"
          type="date"
          value={value('to')}
          onChange={(event) => address.set({ to: event.target.value })}
        />
      </div>
      <Ready query={query} shape="h-80">
        {(figure) => (
          <div className="grid gap-5">
            {figure.points.length === 0 ? (
              <p className="py-10 text-center text-ink-2">
                이 기간에 모인 숫자가 없습니다. 매출은 5분마다, 다른 숫자는 한 시간마다 모읍니다.
              </p>
            ) : (
              <>
                <Chart figure={figure} />
                <PointsTable figure={figure} />
              </>
            )}
            <Definition figure={figure} list={LISTS[figure.name]} />
          </div>
        )}
      </Ready>
    </Part>
  )
}
