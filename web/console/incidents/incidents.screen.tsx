import { dayAndTime } from '../../src/korean/dates'
import { figures } from '../../src/korean/money'
import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { When } from '../frame/when'
import { BeginIncident } from './begin-incident'
import { IncidentDetails } from './incident-details'
import { INCIDENTS, type IncidentLine } from './queries'
import { Standing } from './standing'
import { KINDS } from './words'

const COLUMNS: Column<IncidentLine>[] = [
  { key: 'title', label: '사고', cell: ({ title }) => title },
  { key: 'kind', label: '종류', cell: ({ kind }) => KINDS[kind] },
  { key: 'state', label: '상태', cell: (incident) => <Standing incident={incident} /> },
  {
    key: 'dueAt',
    label: '다음 기한',
    cell: ({ dueAt }) => (dueAt ? <span className="figures">{dayAndTime(dueAt)}</span> : '–'),
  },
  { key: 'affected', label: '영향 회원', cell: ({ affected }) => figures(affected), isFigure: true },
  { key: 'noticedAt', label: '알게 된 때', cell: ({ noticedAt }) => <When at={noticedAt} /> },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: [
      { value: 'open', label: '대응 중' },
      { value: 'closed', label: '마침' },
    ],
  },
]

/** Leaks, intrusions and outages. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  return (
    <>
      <ListScreen<IncidentLine>
        title="사고 대응"
        label="사고"
        path={INCIDENTS}
        columns={COLUMNS}
        filters={FILTERS}
        idOf={({ id }) => String(id)}
        pageOf={({ id }) => `/console/incidents/${id}`}
        empty={
          <p>
            기록한 사고가 없습니다. 유출이나 침해가 의심되면 바로 기록해 주세요. 알려야 하는 기한과 알릴
            문구를 보여 드립니다.
          </p>
        }
        actions={
          may('incidents.manage') && (
            <Button onClick={() => address.set({ begin: '1' })}>사고 기록하기</Button>
          )
        }
        sheetTitle={(id, incident) => incident?.title ?? `사고 ${id}`}
        sheet={(id) => <IncidentDetails id={id} />}
        isKeptHere
      />
      {address.query.has('begin') && may('incidents.manage') && (
        <BeginIncident onClose={() => address.set({ begin: null })} />
      )}
    </>
  )
}
