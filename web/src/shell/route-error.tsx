import { useState } from 'react'
import { Problem } from '../api/problem'
import { Button, ButtonLink } from '../ui/button'
import { PageError } from '../ui/page-error'

const OFFLINE = '인터넷에 연결되어 있지 않습니다. 연결을 확인하고 다시 시도해 주세요.'
const STILL_OFFLINE = '아직 인터넷에 연결되지 않았습니다. 연결된 뒤 다시 시도해 주세요.'

function sentenceOf(error: unknown, triedOffline: boolean) {
  if (triedOffline) return STILL_OFFLINE
  if (!navigator.onLine) return OFFLINE
  return error instanceof Problem ? error.detail : '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.'
}

/** Shown in place of a page that could not be loaded. Offline nothing leads to the browser's own error page. */
export default function RouteError({ error }: { error: unknown }) {
  const [triedOffline, setTriedOffline] = useState(false)
  const again = () => (navigator.onLine ? location.reload() : setTriedOffline(true))
  return (
    <PageError
      title="페이지를 불러오지 못했습니다"
      action={
        <>
          <Button onClick={again}>다시 불러오기</Button>
          {navigator.onLine && (
            <ButtonLink to="/" kind="quiet" reloadDocument>
              홈으로 가기
            </ButtonLink>
          )}
        </>
      }
    >
      <p role="status">{sentenceOf(error, triedOffline)}</p>
    </PageError>
  )
}
