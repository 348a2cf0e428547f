import type { OwnEvent } from '../../api/types'
import { dayAndTime } from '../../korean/dates'
import { detailOf, WHAT } from './words'

interface EventListProps {
  events: OwnEvent[]
  /** Who did it, as whoever reads the list calls them. */
  by: Record<OwnEvent['by'], string>
}

/** What was done with a sub-id and by it. It and its owner read the same words. */
export const EventList = ({ events, by }: EventListProps) => (
  <ol aria-label="기록" className="divide-y divide-line border-line border-y">
    {events.map((event) => {
      const detail = detailOf(event)
      return (
        <li key={event.id} className="grid gap-1 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <p className="font-medium">{WHAT[event.what]}</p>
            <p className="figures text-caption text-ink-2">
              {by[event.by]} · {dayAndTime(event.at)}
            </p>
          </div>
          {detail && <p className="figures break-words text-ink-2 text-small">{detail}</p>}
        </li>
      )
    })}
  </ol>
)
