import { useQuery } from '@tanstack/react-query'
import { Link } from '../../src/ui/link'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { Button, ButtonLink } from '../frame/button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { AddressSheet } from './address-sheet'
import { Holder } from './holder'
import { ImportAddresses } from './import-addresses'
import { type Address, LIST, poolsQuery, STATE_NAMES, STATES } from './queries'

const columns: Column<Address>[] = [
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
    key: 'state',
    label: '상태',
    cell: ({ state }) => <State tone={STATES[state].tone}>{STATES[state].word}</State>,
  },
  { key: 'since', label: '언제부터', cell: ({ since }) => <When at={since} /> },
  {
    key: 'service',
    label: '서비스',
    cell: ({ serviceId }) =>
      serviceId === null ? (
        ''
      ) : (
        <Link to={`/console/services/${serviceId}`} className="underline decoration-line underline-offset-4">
          {serviceId}
        </Link>
      ),
  },
  { key: 'holder', label: '회원', cell: ({ holder }) => (holder ? <Holder holder={holder} /> : '') },
  { key: 'gateway', label: '게이트웨이', cell: ({ gateway }) => gateway.name },
  { key: 'pool', label: '풀', cell: ({ pool }) => `${pool.code} (${pool.carrier} ${pool.region})` },
]

/** The choices are those that the shop has counted addresses of. */
function useFilters(): Filter[] {
  const pools = useQuery(poolsQuery).data?.items ?? []
  const unique = (pairs: [string, string][]) =>
    [...new Map(pairs)].map(([value, label]) => ({ value, label }))
  return [
    {
      kind: 'select',
      name: 'state',
      label: '상태',
      options: STATE_NAMES.map((value) => ({ value, label: STATES[value].word })),
    },
    {
      kind: 'select',
      name: 'carrier',
      label: '통신사',
      options: unique(pools.map(({ pool }) => [pool.carrier, pool.carrier])),
    },
    {
      kind: 'select',
      name: 'gateway',
      label: '게이트웨이',
      options: unique(pools.map(({ gateway }) => [String(gateway.id), gateway.name])),
    },
    {
      kind: 'select',
      name: 'pool',
      label: '풀',
      options: unique(pools.map(({ pool }) => [String(pool.id), pool.code])),
    },
  ]
}

export function Component() {
  const may = useMay()
  const address = useQueryString()
  const navigate = useNavigate()
  function open(isOpen: boolean) {
    const query = new URLSearchParams(address)
    if (isOpen) query.set('import', '1')
    else query.delete('import')
    navigate(`/console/addresses?${query}`, { replace: true })
  }
  return (
    <>
      <ListScreen<Address>
        title="IP 주소"
        label="IP 주소"
        path={LIST}
        columns={columns}
        filters={useFilters()}
        search="IP, 네트워크 찾기"
        idOf={({ id }) => String(id)}
        empty={<p>아직 IP가 없습니다. ‘IP 등록’으로 붙여 넣거나 CSV 파일로 등록해 주세요.</p>}
        sheetTitle={(id, row) => row?.address ?? `IP ${id}`}
        sheet={(id) => <AddressSheet id={id} />}
        actions={
          <>
            <ButtonLink to="/console/networks">지도</ButtonLink>
            {may('addresses.import') && <Button onClick={() => open(true)}>IP 등록</Button>}
          </>
        }
      />
      {address.get('import') && may('addresses.import') && <ImportAddresses onClose={() => open(false)} />}
    </>
  )
}
