import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

export const NothingOnSale = () => (
  <EmptyState
    action={
      <ButtonLink to="/" kind="quiet">
        홈으로 가기
      </ButtonLink>
    }
  >
    지금은 판매 중인 상품이 없습니다.
  </EmptyState>
)
