import { useQuery } from '@tanstack/react-query'
import { Link } from '../../src/ui/link'
import { BulkButton } from '../bulk/bulk-button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { MemberLink } from './member-link'
import { LIST, type Service, STATES } from './queries'
import { ServiceBrief } from './service-brief'

const columns: Column<Service>[] = [
  { key: 'id', label: '서비스', cell: ({ id, plan }) => `${id} ${plan.name}` },
  {
    key: 'state',
    label: '상태',
    cell: ({ state }) => <State tone={STATES[state].tone}>{STATES[state].word}</State>,
  },
  { key: 'member', label: '회원', cell: ({ holder }) => <MemberLink holder={holder} /> },
  {
    key: 'address',
    label: 'IP',
    cell: ({ place }) =>
      place ? (
        <Link
          to={`/console/addresses?open=${place.id}`}
          translate="no"
          className="address underline decoration-line underline-offset-4"
        >
          {place.address}
        </Link>
      ) : (
        ''
      ),
  },
  { key: 'gateway', label: '게이트웨이', cell: ({ place }) => place?.gateway ?? '' },
  { key: 'ends', label: '만료', cell: ({ endsAt }) => <When at={endsAt} /> },
  { key: 'starts', label: '시작', cell: ({ startsAt }) => <When at={startsAt} />, isExtra: true },
]

/** The choices of gateways, for whoever may see these. */
function useFilters(): Filter[] {
  const may = useMay()
  const gateways = useQuery({ ...consoleQuery('/api/v1/console/gateways'), enabled: may('gateways.view') })
  return [
    {
      kind: 'select',
      name: 'state',
      label: '상태',
      options: Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
    },
    { kind: 'dates', name: 'ends', label: '만료', from: 'from', to: 'to' },
    ...(gateways.data
      ? [
          {
            kind: 'select' as const,
            name: 'gateway',
            label: '게이트웨이',
            options: gateways.data.items.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]
      : []),
    { kind: 'text', name: 'plan', label: '상품 번호' },
    { kind: 'text', name: 'member', label: '회원 번호' },
  ]
}

export function Component() {
  return (
    <ListScreen<Service>
      title="서비스"
      label="서비스"
      path={LIST}
      columns={columns}
      filters={useFilters()}
      search="서비스·주문 번호, IP, 회원 아이디·이름·메일"
      idOf={({ id }) => String(id)}
      pageOf={({ id }) => `/console/services/${id}`}
      empty={<p>아직 서비스가 없습니다. 첫 주문이 결제되면 여기에 보입니다.</p>}
      bulk={(selection, query, clear) => (
        <BulkButton of="services" selection={selection} query={query} clear={clear} />
      )}
      sheetTitle={(id) => `서비스 ${id}`}
      sheet={(id) => <ServiceBrief id={id} />}
    />
  )
}
