import { dayAndTime } from '../../src/korean/dates'
import { DeclaredList } from '../desk/declared-list'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { BeginIncident } from './begin-incident'
import { IncidentDetails } from './incident-details'
import type { IncidentLine } from './queries'
import { Standing } from './standing'

const own = {
  closedAt: (incident: IncidentLine) => <Standing incident={incident} />,
  dueAt: ({ dueAt }: IncidentLine) => (dueAt ? <span className="figures">{dayAndTime(dueAt)}</span> : '–'),
}

/** Leaks, intrusions and outages. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  return (
    <>
      <DeclaredList<IncidentLine>
        list="incidents"
        title="사고 대응"
        own={own}
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
      />
      {address.query.has('begin') && may('incidents.manage') && (
        <BeginIncident onClose={() => address.set({ begin: null })} />
      )}
    </>
  )
}
