import { useSuspenseQuery } from '@tanstack/react-query'
import { pageNumber } from '../../page-number'
import { configQuery } from '../../site/queries'
import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Pagination } from '../../ui/pagination'
import { useQueryString } from '../../ui/query'
import { InquiryRow } from './inquiry-row'
import { inquiriesPath, NEW_INQUIRY } from './paths'
import { inquiriesQuery } from './queries'

export default function Inquiries() {
  const page = pageNumber(useQueryString())
  const { data: config } = useSuspenseQuery(configQuery)
  const { data: inquiries } = useSuspenseQuery(inquiriesQuery(page))
  return (
    <div className="page py-12 lg:py-18">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <div className="min-w-0">
          <h1 className="text-title-m lg:text-title-l">1:1 문의</h1>
          <p className="mt-3 max-w-text text-ink-2">
            답변이 등록되면 이메일과 문자로 알려 드립니다. {config.supportHours}
          </p>
        </div>
        {inquiries.total > 0 && <ButtonLink to={NEW_INQUIRY}>문의하기</ButtonLink>}
      </div>
      <div className="mt-8">
        {inquiries.items.length > 0 ? (
          <ul className="grid gap-3">
            {inquiries.items.map((inquiry) => (
              <InquiryRow key={inquiry.id} inquiry={inquiry} />
            ))}
          </ul>
        ) : inquiries.total > 0 ? (
          <EmptyState action={<ButtonLink to={inquiriesPath(1)}>처음으로</ButtonLink>}>
            이 페이지에는 내역이 없습니다.
          </EmptyState>
        ) : (
          <EmptyState action={<ButtonLink to={NEW_INQUIRY}>문의하기</ButtonLink>}>
            아직 문의하신 내역이 없습니다.
          </EmptyState>
        )}
      </div>
      <Pagination page={page} pageSize={inquiries.pageSize} total={inquiries.total} pathOf={inquiriesPath} />
    </div>
  )
}
