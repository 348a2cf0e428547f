import { useQuery } from '@tanstack/react-query'
import { figures } from '../../src/korean/money'
import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import { DataTable } from '../frame/data-table'
import { Money } from '../frame/money'
import { Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { Sheet } from '../frame/sheet'
import { useListAddress } from '../frame/use-list-address'
import { MakePlan } from './make-plan'
import { PlanDetails } from './plan-details'
import { plansQuery, type SoldPlan } from './queries'
import { SaleState } from './sale-state'
import { KINDS } from './words'

const COLUMNS: Column<SoldPlan>[] = [
  { key: 'name', label: '상품', cell: ({ name }) => name },
  { key: 'kind', label: '종류', cell: ({ kind }) => KINDS[kind] },
  { key: 'pool', label: '주소', cell: ({ carrier, region }) => `${carrier} ${region}`.trim() || '–' },
  { key: 'state', label: '판매', cell: (plan) => <SaleState plan={plan} /> },
  {
    key: 'price',
    label: '한 달 가격',
    cell: ({ prices }) => <Money won={prices?.[0]?.amount} empty="가격 없음" />,
    isFigure: true,
  },
  {
    key: 'free',
    label: '팔 수 있는 주소',
    cell: ({ free }) => (free === null ? '–' : figures(free)),
    isFigure: true,
  },
  { key: 'code', label: '코드', cell: ({ code }) => code, isExtra: true },
]

/** Everything that the shop sells or has sold. */
export function Component() {
  const address = useListAddress()
  const may = useMay()
  const query = useQuery(plansQuery)
  const open = query.data?.items.find(({ id }) => String(id) === address.open)
  return (
    <>
      <ScreenHead title="상품·가격" count={query.data ? String(query.data.items.length) : ''}>
        {may('catalog.plans') && <Button onClick={() => address.set({ make: '1' })}>상품 만들기</Button>}
      </ScreenHead>
      <Ready query={query} shape="h-60">
        {({ items }) => (
          <DataTable
            label="상품"
            columns={COLUMNS}
            rows={items}
            idOf={({ id }) => String(id)}
            pageOf={({ id }) => `/console/plans/${id}`}
            address={address}
          >
            {items.length === 0 && (
              <div className="px-4 py-12 text-center text-ink-2 text-small">
                <p>
                  아직 상품이 없습니다. IP 주소를 등록한 다음 상품을 만들고 가격을 정하면 판매할 수 있습니다.
                </p>
              </div>
            )}
          </DataTable>
        )}
      </Ready>
      {open && (
        <Sheet
          key={open.id}
          title={open.name}
          page={`/console/plans/${open.id}`}
          onClose={() => address.openRow(null)}
        >
          <PlanDetails id={open.id} />
        </Sheet>
      )}
      {address.query.has('make') && may('catalog.plans') && (
        <MakePlan onClose={() => address.set({ make: null })} />
      )}
    </>
  )
}
