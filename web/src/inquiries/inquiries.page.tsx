import { SupportFrame } from '../content'
import { usePageData } from '../pages/use-page-data'
import { Troubles } from '../site'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Pagination } from '../ui/pagination'
import { InquiryRow } from './inquiry-row'
import { inquiries as inquiriesPage } from './pages'
import { inquiriesPath, NEW_INQUIRY } from './paths'

export default function Inquiries() {
  const [{ inquiries }, { page }] = usePageData(inquiriesPage)
  return (
    <SupportFrame title="1:1 문의">
      <Troubles className="mb-6" />
      {inquiries.items.length > 0 ? (
        <>
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <p className="text-ink-2 text-small">답변이 등록되면 이메일과 문자로 알려 드립니다.</p>
            <ButtonLink to={NEW_INQUIRY}>문의하기</ButtonLink>
          </div>
          <ul className="grid gap-3">
            {inquiries.items.map((inquiry) => (
              <InquiryRow key={inquiry.id} inquiry={inquiry} />
            ))}
          </ul>
        </>
      ) : inquiries.total > 0 ? (
        <EmptyState action={<ButtonLink to={inquiriesPath(1)}>처음으로</ButtonLink>}>
          이 페이지에는 내역이 없습니다.
        </EmptyState>
      ) : (
        <EmptyState action={<ButtonLink to={NEW_INQUIRY}>문의하기</ButtonLink>}>
          아직 문의하신 내역이 없습니다. 답변이 등록되면 이메일과 문자로 알려 드립니다.
        </EmptyState>
      )}
      <Pagination page={page} list={inquiries} pathOf={inquiriesPath} />
    </SupportFrame>
  )
}
