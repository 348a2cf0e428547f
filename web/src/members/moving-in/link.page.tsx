import { Callout } from '../../ui/callout'
import { CheckingLink } from '../../ui/checking-link'
import { useHydrated } from '../../ui/hydrated'
import { useLinkToken } from '../../ui/link-token'
import { OpenedLink } from './opened-link'
import { movingLink } from './token'

/** Where the mailed link of a moved member leads. Only the browser knows the link. */
export default function MovingLinkPage() {
  const isHydrated = useHydrated()
  return (
    <div className="page py-12 sm:py-18">
      <div className="mx-auto grid max-w-form gap-6">{isHydrated ? <OfAddress /> : <BeforeScript />}</div>
    </div>
  )
}

/** What the server draws: it does not even know whether there is a link. */
const BeforeScript = () => (
  <>
    <h1 className="text-title-m">비밀번호 정하고 시작하기</h1>
    <noscript>
      <Callout tone="warn">
        이 페이지를 이용하시려면 자바스크립트가 필요합니다. 브라우저 설정에서 자바스크립트를 켠 뒤 링크를 다시
        열어 주세요.
      </Callout>
    </noscript>
    <CheckingLink />
  </>
)

function OfAddress() {
  const token = useLinkToken(movingLink)
  return token ? <OpenedLink key={token} token={token} /> : <Incomplete />
}

const Incomplete = () => (
  <>
    <h1 className="text-title-m">링크가 완전하지 않습니다</h1>
    <p className="text-ink-2">
      주소의 뒷부분이 빠진 것 같습니다. 메일에 있는 링크를 끝까지 복사해 다시 열어 주세요.
    </p>
  </>
)
