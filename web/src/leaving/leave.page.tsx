import { usePageData } from '../pages/use-page-data'
import { ButtonLink } from '../ui/button'
import { LeaveForm } from './leave-form'
import { LeavingFacts } from './leaving-facts'
import { leave } from './pages'
import { ServicesFirst } from './services-first'

export default function Leave() {
  const [{ leaving }] = usePageData(leave)
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-form">
        <ButtonLink to="/mypage/information-correction" kind="text" className="-ml-2">
          정보수정으로 돌아가기
        </ButtonLink>
        <h1 className="mt-2 text-title-m">회원탈퇴</h1>
        <p className="mt-2 text-ink-2">
          탈퇴하면 포인트가 소멸되며 복구할 수 없습니다. 이용 중인 상품이 있으면 환불을 먼저 신청해 주세요.
        </p>
        <LeavingFacts leaving={leaving} />
        {leaving.mayLeave ? <LeaveForm /> : <ServicesFirst leaving={leaving} />}
      </div>
    </div>
  )
}
