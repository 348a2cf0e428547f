import { useQuery } from '@tanstack/react-query'
import { figures } from '../../src/korean/money'
import { Link } from '../../src/ui/link'
import { SelectField } from '../frame/field'
import { Part, Ready } from '../frame/part'
import { useListAddress } from '../frame/use-list-address'
import { type Touches, touchesQuery } from './queries'

const KINDS = [
  { value: 'keyword', label: '검색어' },
  { value: 'campaign', label: '광고' },
  { value: 'referrer', label: '들어온 사이트' },
]

/** What brought visitors, members and buyers, over the same time as the figure above it. */
export function TouchesPart() {
  const address = useListAddress()
  const kind = address.query.get('kind') ?? 'keyword'
  const sent = new URLSearchParams({ kind })
  for (const end of ['from', 'to']) {
    const day = address.query.get(end)
    if (day) sent.set(end, day)
  }
  const query = useQuery(touchesQuery(sent.toString()))
  return (
    <Part title="어디에서 왔나">
      <SelectField
        label="나누기"
        value={kind}
        onChange={(event) => address.set({ kind: event.target.value })}
      >
        {KINDS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Ready query={query} shape="h-60">
        {(touches) => (
          <div className="grid gap-3">
            {!touches.isOn && (
              <p className="rounded-card bg-surface p-4 text-small">
                지금은 방문만 셉니다. 가입과 첫 결제까지 나누어 보려면{' '}
                <Link to="/console/settings" className="underline underline-offset-4">
                  설정
                </Link>
                의 ‘처음 들어온 곳’에 날수를 적어 주세요.
              </p>
            )}
            {touches.items.length === 0 ? (
              <p className="py-6 text-center text-ink-2">
                이 기간에 다른 사이트에서 들어온 방문이 없습니다. 방문은 다음 날 새벽에 모입니다.
              </p>
            ) : (
              <TouchesTable touches={touches} />
            )}
            <details className="text-small">
              <summary className="cursor-pointer text-ink-2">세는 방법 (SQL)</summary>
              <pre className="mt-2 overflow-x-auto text-caption">{touches.sql}</pre>
            </details>
          </div>
        )}
      </Ready>
    </Part>
  )
}

function TouchesTable({ touches }: { touches: Touches }) {
  const head = 'whitespace-nowrap py-1.5 pl-4 text-right font-normal'
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{touches.label}별 방문, 가입, 첫 결제</caption>
        <thead>
          <tr className="border-line border-b text-caption text-ink-2">
            <th scope="col" className="py-1.5 text-left font-normal">
              {touches.label}
            </th>
            <th scope="col" className={head}>
              방문
            </th>
            <th scope="col" className={head}>
              가입
            </th>
            <th scope="col" className={head}>
              30일 안에 첫 결제
            </th>
          </tr>
        </thead>
        <tbody>
          {touches.items.map(({ value, visits, joined, paid }) => (
            <tr key={value} className="figures h-10 border-line border-b">
              <th scope="row" className="break-all text-left font-normal">
                {value}
              </th>
              <td className="pl-4 text-right">{figures(visits)}</td>
              <td className="pl-4 text-right">{figures(joined)}</td>
              <td className="pl-4 text-right">{figures(paid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
