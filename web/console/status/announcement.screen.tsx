import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ScreenHead } from '../frame/screen-head'
import { ObjectRecord } from '../record/object-record'
import { AnnouncementDetails } from './announcement-details'
import { announcementQuery } from './queries'

/** One announcement on a page of its own, with who said what. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(announcementQuery(id))
  return (
    <>
      <ScreenHead title={query.data?.title ?? '상태 공지'} />
      <div className="grid max-w-[760px] gap-6">
        <AnnouncementDetails id={id} />
        <ObjectRecord kind="status" id={id} />
      </div>
    </>
  )
}
