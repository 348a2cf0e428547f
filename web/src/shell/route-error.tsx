import { Problem } from '../api/problem'
import { Button, ButtonLink } from '../ui/button'
import { PageError } from '../ui/page-error'

/** Shown in place of a page that could not be loaded. */
export default function RouteError({ error }: { error: unknown }) {
  return (
    <PageError
      title="페이지를 불러오지 못했습니다"
      action={
        <>
          <Button onClick={() => location.reload()}>다시 불러오기</Button>
          <ButtonLink to="/" kind="quiet" reloadDocument>
            홈으로 가기
          </ButtonLink>
        </>
      }
    >
      <p>
        {error instanceof Problem
          ? error.detail
          : '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.'}
      </p>
    </PageError>
  )
}
