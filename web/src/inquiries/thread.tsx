import type { InquiryMessage } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { classes } from '../ui/classes'
import { MessageImages } from './message-images'

/** The messages of an inquiry, the oldest first. */
export function Thread({ messages }: { messages: InquiryMessage[] }) {
  return (
    <ol aria-label="문의와 답변" className="grid gap-4">
      {messages.map(({ id, author, body, createdAt, images }) => (
        <li
          key={id}
          className={classes(
            'rounded-card border p-5 sm:p-6',
            author === 'staff' ? 'border-accent-tint bg-accent-tint' : 'border-line',
          )}
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
            <span className="font-semibold">{author === 'staff' ? '고객센터 답변' : '내 문의'}</span>
            <time dateTime={createdAt} className="figures text-caption text-ink-2">
              {dayAndTime(createdAt)}
            </time>
          </p>
          <p className="wrap-anywhere mt-3 whitespace-pre-wrap">{body}</p>
          <MessageImages images={images} />
        </li>
      ))}
    </ol>
  )
}
