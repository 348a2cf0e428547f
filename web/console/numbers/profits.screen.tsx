import { useQuery } from '@tanstack/react-query'
import { DeclaredList } from '../desk/declared-list'
import { ButtonLink } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { Definition } from './definition'
import { type AddressProfit, figureQuery } from './queries'

const own = {
  address: ({ address }: AddressProfit) => (
    <span translate="no" className="address">
      {address}
    </span>
  ),
  cost: ({ cost }: AddressProfit) => <Money won={cost} empty="모름" />,
}

/** What each address earned in a month, the best first, and how that is counted. */
export function Component() {
  const figure = useQuery(figureQuery('profit', '')).data
  return (
    <>
      <DeclaredList<AddressProfit>
        list="address-profits"
        title="IP별 이익"
        own={own}
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
            { label: '달', value: row.month },
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
