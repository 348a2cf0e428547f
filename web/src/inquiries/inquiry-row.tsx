import type { InquiryItem } from '../api/types'
import { day } from '../korean/dates'
import { Link } from '../ui/link'
import { Tag } from '../ui/tag'
import { inquiryPath } from './paths'
import { CATEGORIES, STATES } from './words'

/** An inquiry in the list; the whole row is a link. An unread reply is announced in words, not by a dot alone. */
export function InquiryRow({ inquiry }: { inquiry: InquiryItem }) {
  const { id, title, category, state, createdAt, hasNewReply } = inquiry
  return (
    <li>
      <Link
        to={inquiryPath(id)}
        className="grid gap-2 rounded-card border border-line px-5 py-4 hover:border-ink-3 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-6"
      >
        <span className="min-w-0">
          <span className={hasNewReply ? 'block font-bold' : 'block font-semibold'}>{title}</span>
          <span className="figures mt-1 block text-caption text-ink-2">
            {CATEGORIES[category]} · {day(createdAt)}
          </span>
        </span>
        <span className="flex items-center gap-2">
          {hasNewReply && (
            <span className="flex items-center gap-1.5 font-semibold text-accent text-caption">
              <span aria-hidden="true" className="size-2 rounded-full bg-accent" />새 답변
            </span>
          )}
          <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
        </span>
      </Link>
    </li>
  )
}
