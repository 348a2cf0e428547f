import type { Answer } from '../api/path'
import { dayAndTime } from '../korean/dates'
import { Pagination } from '../ui/pagination'
import { Part } from './part'
import type { eventsApi } from './paths'
import { sentenceOf, whoDid } from './words'

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
        <ol aria-label="기록" className="divide-y divide-line border-line border-y">
          {events.items.map((event) => (
            <li key={event.id} className="py-3">
              <p className="text-small">{sentenceOf(event)}</p>
              <p className="figures text-caption text-ink-2">
                {dayAndTime(event.at)} · {whoDid(event)}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Pagination page={page} list={events} pathOf={pathOf} />
    </Part>
  )
}
