import type { Leaving } from '../../api/types'
import { ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'

/** A service that was paid for is not thrown away with the account: money back comes first. */
export function ServicesFirst({ leaving }: { leaving: Leaving }) {
  return (
    <div className="mt-8 grid gap-4">
      <Callout tone="warn">
        {leaving.servicesInUse > 0
          ? `이용 중인 상품이 ${leaving.servicesInUse}개 있어 아직 탈퇴할 수 없습니다. 환불을 먼저 신청하거나 이용 기간이 끝난 뒤 다시 시도해 주세요.`
          : '처리 중인 결제가 있어 아직 탈퇴할 수 없습니다. 결제가 끝난 뒤 다시 시도해 주세요.'}
      </Callout>
      <ButtonLink to="/mypage/service-status/normal" kind="quiet" className="justify-self-start">
        이용현황 보기
      </ButtonLink>
    </div>
  )
}
