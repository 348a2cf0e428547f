import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../frame/button'
import type { Column } from '../frame/column'
import { FactList } from '../frame/fact-list'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { Money } from '../frame/money'
import { consoleQuery } from '../frame/queries'
import { Definition } from './definition'
import { type AddressProfit, figureQuery, PROFITS } from './queries'

/** Costs of the pools are set a month back at most, and a year is kept from the beginning. */
const MONTHS = 13

const columns: Column<AddressProfit>[] = [
  {
    key: 'address',
    label: 'IP',
    cell: ({ address }) => (
      <span translate="no" className="address">
        {address}
      </span>
    ),
  },
  {
    key: 'profit',
    label: '이익',
    cell: ({ profit }) => <Money won={profit} />,
    isFigure: true,
    order: 'profit',
  },
  { key: 'revenue', label: '매출', cell: ({ revenue }) => <Money won={revenue} />, isFigure: true },
  { key: 'cost', label: '원가', cell: ({ cost }) => <Money won={cost} empty="모름" />, isFigure: true },
  { key: 'pool', label: '풀', cell: ({ pool }) => pool },
  { key: 'gateway', label: '게이트웨이', cell: ({ gateway }) => gateway },
  { key: 'month', label: '달', cell: ({ month }) => monthName(month), isExtra: true },
]

const monthName = (month: string) => month.slice(0, 7).replace('-', '.')

/** `2026-11` and the months before it, as Seoul counts them. */
function lastMonths(now: Date): string[] {
  const [year = 0, month = 1] = now
    .toLocaleDateString('en-CA', { timeZone: 'Asia/Seoul' })
    .split('-')
    .map(Number)
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

function useFilters(): Filter[] {
  const pools = useQuery(consoleQuery('/api/v1/console/pool-costs')).data?.items ?? []
  return [
    {
      kind: 'select',
      name: 'month',
      label: '달',
      options: lastMonths(new Date()).map((value) => ({ value, label: monthName(value) })),
    },
    {
      kind: 'select',
      name: 'pool',
      label: '풀',
      options: pools.map(({ poolId, code }) => ({ value: String(poolId), label: code })),
    },
  ]
}

/** What each address earned in a month, the best first, and how that is counted. */
export function Component() {
  const figure = useQuery(figureQuery('profit', '')).data
  return (
    <>
      <ListScreen<AddressProfit>
        title="IP별 이익"
        label="IP별 이익"
        path={PROFITS}
        columns={columns}
        filters={useFilters()}
        search="IP, 네트워크 찾기"
        idOf={({ id }) => String(id)}
        empty={<p>아직 센 달이 없습니다. 이익은 밤마다 셉니다.</p>}
        sheetTitle={(id, row) => row?.address ?? `IP ${id}`}
        sheet={(id, row) => <ProfitSheet id={id} row={row} />}
        actions={<ButtonLink to="/console/pools">풀의 원가</ButtonLink>}
      />
      {figure && (
        <div className="mt-6">
          <Definition figure={figure} list={{ to: '/console/numbers?figure=profit', label: '풀별 이익' }} />
        </div>
      )}
    </>
  )
}

function ProfitSheet({ id, row }: { id: string; row: AddressProfit | undefined }) {
  return (
    <div className="grid gap-4">
      {row ? (
        <FactList
          facts={[
            { label: '달', value: monthName(row.month) },
            { label: '매출', value: <Money won={row.revenue} /> },
            { label: '원가', value: <Money won={row.cost} empty="모름" /> },
            { label: '이익', value: <Money won={row.profit} /> },
            { label: '풀', value: row.pool },
            { label: '게이트웨이', value: row.gateway },
          ]}
        />
      ) : (
        <p className="text-ink-2 text-small">지금 조건의 목록에 없는 IP입니다.</p>
      )}
      <div>
        <ButtonLink to={`/console/addresses?open=${id}`}>IP의 내역 보기</ButtonLink>
      </div>
    </div>
  )
}
