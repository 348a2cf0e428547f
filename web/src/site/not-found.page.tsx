import { ButtonLink } from '../ui/button'
import { PageError } from '../ui/page-error'

export default function NotFound() {
  return (
    <PageError title="페이지를 찾을 수 없습니다" action={<ButtonLink to="/">홈으로 가기</ButtonLink>}>
      <p>주소가 바뀌었거나 없는 페이지입니다. 주소를 다시 확인해 주세요.</p>
    </PageError>
  )
}
