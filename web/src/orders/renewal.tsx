import { useSuspenseQuery } from '@tanstack/react-query'
import type { Till } from '../catalog/paths'
import { planOfServiceQuery, serviceQuery } from '../services'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { useQueryString } from '../ui/query'
import { CheckoutForm } from './checkout-form'
import { renewalIn } from './choice'

/** The checkout to renew a service that the member has. */
export function Renewal({ till, id }: { till: Till; id: number }) {
  const { data: service } = useSuspenseQuery(serviceQuery(id))
  const { data: plan } = useSuspenseQuery(planOfServiceQuery(id))
  const query = useQueryString()
  const choice = service.mayRenew && plan.kind === till.kind ? renewalIn(query, plan, id) : null
  if (choice) return <CheckoutForm till={till} plans={[plan]} initial={choice} />
  return (
    <div className="mt-8">
      <EmptyState action={<ButtonLink to="/mypage/service-status/normal?page=1">이용현황 보기</ButtonLink>}>
        {service.subscriptionId && service.state === 'active'
          ? '정기결제로 자동 연장되는 상품입니다.'
          : '연장할 수 없는 상품입니다. 이용현황에서 상태를 확인해 주세요.'}
      </EmptyState>
    </div>
  )
}
