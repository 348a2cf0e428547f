import { useQuery } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { Link } from '../../src/ui/link'
import { CHANGES, type ChangeName } from '../desk/changes'
import { LISTS, stateOf } from '../desk/lists'
import { SelectField } from '../frame/field'
import { Pager } from '../frame/pager'
import { Ready } from '../frame/part'
import { listQuery } from '../frame/queries'
import { useQuietPoll } from '../frame/quiet-poll'
import { State } from '../frame/state'
import { useListAddress } from '../frame/use-list-address'
import type { Row, Run } from './queries'
import { changeOf } from './words'

const RESULTS = LISTS['bulk-rows'].filters.find(({ name }) => name === 'state')?.words ?? {}

function Result({ of }: { of: Row['state'] }) {
  const { word, tone } = stateOf('bulk-rows', 'state', of)
  return <State tone={tone}>{word}</State>
}

/** The result of each row; the address keeps which ones are shown. */
export function RunRows({ run }: { run: Run }) {
  const address = useListAddress()
  const call = path('/api/v1/console/bulk/{id}/rows', { id: run.id })
  const query = useQuery(listQuery<Row>(call, address.sent))
  useQuietPoll([call, address.sent], run.state === 'running')
  const { object, screen } = CHANGES[run.change as ChangeName]
  return (
    <div className="grid gap-3">
      <div className="w-44">
        <SelectField
          label="결과"
          value={address.query.get('state') ?? ''}
          onChange={(event) => address.set({ state: event.target.value })}
        >
          <option value="">모두</option>
          {Object.entries(RESULTS).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </SelectField>
      </div>
      <Ready query={query} shape="h-60">
        {({ items, next }) => (
          <div className="overflow-x-auto">
            <table className="w-full border-collapse text-small">
              <thead>
                <tr className="border-line border-b text-left text-caption text-ink-2">
                  <th scope="col" className="whitespace-nowrap py-1.5 pr-4 font-normal">
                    {object}
                  </th>
                  <th scope="col" className="whitespace-nowrap py-1.5 pr-4 font-normal">
                    결과
                  </th>
                  <th scope="col" className="py-1.5 font-normal">
                    내용
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((row) => (
                  <tr key={row.objectId} className="h-10 border-line border-b">
                    <td className="figures pr-4">
                      <Link
                        to={`/console/${screen}/${row.objectId}`}
                        className="underline underline-offset-4"
                      >
                        {row.objectId}
                      </Link>
                    </td>
                    <td className="pr-4">
                      <Result of={row.state} />
                    </td>
                    <td className="figures">{row.detail || changeOf(row)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {items.length === 0 && (
              <p className="py-8 text-center text-ink-2">
                이 결과가 나온 줄이 없습니다. ‘모두’를 고르면 나머지가 보입니다.
              </p>
            )}
            <Pager next={next} address={address} />
          </div>
        )}
      </Ready>
    </div>
  )
}
