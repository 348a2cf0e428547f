import { MypageFrame } from '../members'
import { usePageData } from '../pages/use-page-data'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Pagination } from '../ui/pagination'
import { CertificateRow } from './certificate-row'
import { certificates as certificatesPage } from './pages'
import { certificatesPath } from './pages-lead-to'
import { newCertificatePath, VERIFY } from './paths'

export default function Certificates() {
  const [{ certificates }, { page }] = usePageData(certificatesPage)
  return (
    <MypageFrame title="이용 확인서">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card bg-surface p-5 sm:p-6">
        <p className="max-w-text text-ink-2 text-small">
          고정 IP가 회원님께 배정되어 있음을 은행이나 거래처에 보여 줄 수 있는 서류입니다. 받은 분은 로그인
          없이{' '}
          <ButtonLink to={VERIFY} kind="text" className="-mx-2 -my-3">
            확인서 조회
          </ButtonLink>
          에서 내용을 확인합니다.
        </p>
        {certificates.total > 0 && (
          <ButtonLink to={newCertificatePath()} size="small">
            확인서 발급
          </ButtonLink>
        )}
      </div>
      {certificates.items.length > 0 ? (
        <ul aria-label="발급한 확인서" className="mt-6 grid gap-4">
          {certificates.items.map((one) => (
            <CertificateRow key={one.number} certificate={one} />
          ))}
        </ul>
      ) : (
        <div className="mt-6">
          <EmptyState action={<ButtonLink to={newCertificatePath()}>확인서 발급</ButtonLink>}>
            {certificates.total === 0 ? '아직 발급하신 확인서가 없습니다.' : '이 페이지에는 내역이 없습니다.'}
          </EmptyState>
        </div>
      )}
      <Pagination page={page} list={certificates} pathOf={certificatesPath} />
    </MypageFrame>
  )
}
