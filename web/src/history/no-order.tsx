import { ButtonLink } from '../ui/button'
import { PageError } from '../ui/page-error'
import { historyPath } from './paths'

/** Shown if the address names no order. */
export function NoOrder() {
  return (
    <PageError
      title="주문을 찾을 수 없습니다"
      action={<ButtonLink to={historyPath(1)}>결제내역 보기</ButtonLink>}
    >
      <p>주소에 주문번호가 없습니다. 결제내역에서 주문을 선택해 주세요.</p>
    </PageError>
  )
}
