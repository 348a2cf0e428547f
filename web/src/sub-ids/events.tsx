import type { Answer } from '../api/path'
import { EventList } from '../members'
import { Pagination } from '../ui/pagination'
import { Part } from './part'
import type { eventsApi } from './paths'
import { BY } from './words'

interface EventsProps {
  events: Answer<ReturnType<typeof eventsApi>>
  page: number
  pathOf: (page: number) => string
}

/** What was done with it and by it, the newest first. The sub-id reads the same. */
export function Events({ events, page, pathOf }: EventsProps) {
  return (
    <Part title="기록" lead="회원님과 서브 아이디가 한 일입니다. 서브 아이디에도 같은 기록이 보입니다.">
      {events.items.length === 0 ? (
        <p className="text-ink-2">
          {events.total === 0 ? '기록이 없습니다.' : '이 페이지에는 내역이 없습니다.'}
        </p>
      ) : (
        <EventList events={events.items} by={BY} />
      )}
      <Pagination page={page} list={events} pathOf={pathOf} />
    </Part>
  )
}
