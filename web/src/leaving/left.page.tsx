import { ButtonLink } from '../ui/button'

/** Shown after leaving, to a visitor: the session ended with the account. */
export default function Left() {
  return (
    <div className="page py-18 lg:py-26">
      <div className="mx-auto max-w-form">
        <h1 className="text-title-m">회원탈퇴가 완료되었습니다</h1>
        <p className="mt-3 text-ink-2">
          회원 정보를 파기했으며, 법에 따라 보관하는 정보는 따로 보관한 뒤 기간이 지나면 파기합니다. 그동안
          이용해 주셔서 감사합니다.
        </p>
        <ButtonLink to="/" kind="quiet" className="mt-8">
          홈으로 가기
        </ButtonLink>
      </div>
    </div>
  )
}
