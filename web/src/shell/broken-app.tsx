import { Button } from '../ui/button'
import { showOutsideRoot } from '../ui/outside-root'
import { PageError } from '../ui/page-error'

/** Offers to load the page again, once the app is gone from it. */
export function showErrorPage() {
  showOutsideRoot(
    <PageError
      title="페이지를 표시하지 못했습니다"
      action={<Button onClick={() => location.reload()}>다시 불러오기</Button>}
    >
      <p role="alert">
        브라우저의 번역이나 확장 프로그램이 페이지를 바꾸면 이럴 수 있습니다. 다시 불러오면 이어서 이용하실 수
        있습니다.
      </p>
    </PageError>,
  )
}
