import { Paperclip } from 'lucide-react'
import type { NoticeList } from '../../api/types'
import { day } from '../../korean/dates'
import { Link } from '../../ui/link'
import { Tag } from '../../ui/tag'
import { noticePath } from '../paths'
import { Highlight } from '../search/highlight'

interface NoticeRowProps {
  notice: NoticeList['items'][number]
  term: string
}

export function NoticeRow({ notice, term }: NoticeRowProps) {
  const { slug, title, publishedAt, pinned, hasAttachments } = notice
  return (
    <li className="border-line border-b">
      <Link
        to={noticePath(slug)}
        className="group flex min-h-16 flex-col justify-center gap-1 py-4 sm:flex-row sm:items-center sm:justify-between sm:gap-8"
      >
        <span className="flex min-w-0 items-baseline gap-3">
          {pinned && <Tag tone="plain">중요</Tag>}
          <span className="min-w-0 group-hover:underline group-hover:decoration-ink-3 group-hover:underline-offset-4">
            <span className={pinned ? 'font-semibold' : 'font-medium'}>
              <Highlight text={title} term={term} />
            </span>
            {hasAttachments && (
              <>
                <Paperclip
                  aria-hidden="true"
                  className="ml-2 inline size-4 align-[-2px] text-ink-3"
                  strokeWidth={1.75}
                />
                <span className="sr-only">첨부파일 있음</span>
              </>
            )}
          </span>
        </span>
        <time dateTime={publishedAt} className="figures shrink-0 text-ink-2 text-small">
          {day(publishedAt)}
        </time>
      </Link>
    </li>
  )
}
