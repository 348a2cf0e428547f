import { ChevronLeft } from 'lucide-react'
import { day } from '../../korean/dates'
import { usePageData } from '../../pages/use-page-data'
import { ButtonLink } from '../../ui/button'
import { Link } from '../../ui/link'
import { Prose } from '../../ui/prose'
import { notice as noticePage } from '../pages'
import { Attachments } from './attachments'
import { useLastList } from './last-list'
import { Neighbours } from './neighbours'

export default function NoticePage() {
  const [{ notice }] = usePageData(noticePage)
  const list = useLastList()
  const { title, html, publishedAt, updatedAt, attachments } = notice
  const isChanged = day(updatedAt) !== day(publishedAt)
  return (
    <div className="page py-8 lg:py-12">
      <div className="mx-auto max-w-text">
        <Link
          to={list}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-ink-2 text-small hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
          공지사항
        </Link>
        <article data-print>
          <header className="mt-4 border-line border-b pb-6">
            <h1 className="text-title-m">{title}</h1>
            <p className="figures mt-3 flex flex-wrap gap-x-4 text-ink-2 text-small">
              <time dateTime={publishedAt}>{day(publishedAt)}</time>
              {isChanged && (
                <span>
                  <time dateTime={updatedAt}>{day(updatedAt)}</time> 수정
                </span>
              )}
            </p>
          </header>
          <Prose html={html} className="mt-8" />
          {attachments.length > 0 && <Attachments files={attachments} />}
        </article>
        <Neighbours notice={notice} />
        <div className="mt-8 flex justify-center">
          <ButtonLink to={list} kind="quiet" className="min-w-40">
            목록으로
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
