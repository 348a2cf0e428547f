import { useQuery } from '@tanstack/react-query'
import type { Leaving } from '../api/types'
import { historyPath } from '../history/paths'
import { subscriptionsQuery } from '../subscriptions'
import { PAYMENT_METHODS } from '../subscriptions/paths'
import { ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'

/** Says why a member cannot leave yet: paid services must be refunded or end first. */
export function ServicesFirst({ leaving }: { leaving: Leaving }) {
  // Only adds a sentence, so the page does not wait for it.
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery)
  const running = subscriptions.filter(({ state, stopping }) => state !== 'ended' && !stopping).length
  return (
    <div className="mt-8 grid gap-4">
      <Callout tone="warn">
        {leaving.servicesInUse > 0
          ? `이용 중인 상품이 ${leaving.servicesInUse}개 있어 아직 탈퇴할 수 없습니다. 환불을 먼저 신청하거나 이용 기간이 끝난 뒤 다시 시도해 주세요.`
          : '처리 중인 결제가 있어 아직 탈퇴할 수 없습니다. 결제가 끝난 뒤 다시 시도해 주세요.'}
        {running > 0 && (
          <p className="mt-1">정기결제 {running}개가 자동으로 연장되고 있습니다. 먼저 해지해 주세요.</p>
        )}
      </Callout>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={historyPath(1)} kind="quiet" size="small">
          결제내역에서 환불하기
        </ButtonLink>
        <ButtonLink to="/mypage/service-status/normal" kind="quiet" size="small">
          이용현황 보기
        </ButtonLink>
        {running > 0 && (
          <ButtonLink to={PAYMENT_METHODS} kind="quiet" size="small">
            정기결제 관리
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
