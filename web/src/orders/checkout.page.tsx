import { useSuspenseQuery } from '@tanstack/react-query'
import { staticPlansQuery } from '../catalog/queries'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { useQueryString } from '../ui/query'
import { CheckoutForm } from './checkout-form'
import { choiceIn } from './choice'

export default function Checkout() {
  const { data: plans } = useSuspenseQuery(staticPlansQuery)
  const choice = choiceIn(useQueryString(), plans)
  return (
    <div className="page pt-12 pb-40 lg:py-18">
      <h1 className="text-title-m lg:text-title-l">고정 IP VPN 결제</h1>
      {choice ? (
        <CheckoutForm plans={plans} initial={choice} />
      ) : (
        <div className="mt-8">
          <EmptyState
            action={
              <ButtonLink to="/" kind="quiet">
                홈으로 가기
              </ButtonLink>
            }
          >
            지금은 판매 중인 상품이 없습니다.
          </EmptyState>
        </div>
      )}
    </div>
  )
}
