import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ScreenHead } from '../frame/screen-head'
import { ObjectRecord } from '../record/object-record'
import { IncidentDetails } from './incident-details'
import { incidentQuery } from './queries'

/** One incident on a page of its own. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(incidentQuery(id))
  return (
    <>
      <ScreenHead title={query.data?.incident.title ?? '사고'} />
      <div className="grid max-w-[760px] gap-6">
        <IncidentDetails id={id} />
        <ObjectRecord kind="incident" id={id} />
      </div>
    </>
  )
}
