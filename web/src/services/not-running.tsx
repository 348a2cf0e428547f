import type { Service } from '../api/types'
import { day } from '../korean/dates'
import { hasPage, useConfig } from '../site'
import { paymentMethodsPath } from '../subscriptions/paths'
import { ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'

/** A suspended service keeps its address and devices for a while. Paying resumes it as it was. */
export function Suspended({ service }: { service: Service }) {
  if (service.rights)
    return (
      <Callout tone="warn">
        이 상품은 지금 이용이 정지되어 있습니다. 서브 아이디를 만든 회원에게 문의해 주세요. 다시 이용하시게
        되면 기기 설정은 그대로 쓰시면 됩니다.
      </Callout>
    )
  return (
    <div className="grid content-start justify-items-start gap-4">
      <Callout tone="warn">
        정기결제가 되지 않아 이용이 정지되었습니다. 결제하시면 같은 {service.address ? 'IP와 ' : ''}기기
        설정을 그대로 바로 다시 이용하실 수 있습니다.
      </Callout>
      <ButtonLink to={paymentMethodsPath(service.subscriptionId)} size="small">
        결제하고 다시 이용하기
      </ButtonLink>
    </div>
  )
}

/** A service that has ended, by its time or by a refund. Its address is released, so a new purchase gets another one. */
export function Ended({ service }: { service: Service }) {
  const config = useConfig()
  const shop = `/${service.kind}-ip`
  const isSold = hasPage(shop, config) && !service.rights
  if (service.mayComeBackUntil)
    return (
      <p className="text-ink-2 text-small">
        이용 기간이 끝났습니다. {day(service.mayComeBackUntil)}까지 같은 {service.address ? 'IP와 ' : ''}기기
        설정으로 연장하실 수 있습니다.
        {service.address && ' 그 전이라도 IP가 다른 회원에게 배정되면 연장할 수 없습니다.'}
      </p>
    )
  return (
    <div className="grid content-start justify-items-start gap-4">
      <p className="text-ink-2 text-small">
        {service.refundedAt ? `${day(service.refundedAt)}에 환불되어` : '이용 기간이 끝나'}{' '}
        {service.address ? '이 IP는 더 이상 사용할 수 없습니다.' : '더 이상 접속할 수 없습니다.'}
        {service.refundedAt && ' 환불 금액과 진행 상황은 결제내역에서 확인하실 수 있습니다.'}
        {isSold &&
          (service.address
            ? ' 다시 구매하시면 새 IP가 배정됩니다.'
            : ' 다시 구매하시면 바로 이용하실 수 있습니다.')}
      </p>
      <div className="flex flex-wrap gap-2">
        {service.refundedAt && (
          <ButtonLink to="/mypage/payment-history?page=1" kind="quiet" size="small">
            결제내역 보기
          </ButtonLink>
        )}
        {isSold && (
          <ButtonLink to={shop} kind="quiet" size="small">
            다시 구매하기
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
