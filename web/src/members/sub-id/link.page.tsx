import { Callout } from '../../ui/callout'
import { CheckingLink } from '../../ui/checking-link'
import { useHydrated } from '../../ui/hydrated'
import { useLinkToken } from '../../ui/link-token'
import { OpenedLink } from './opened-link'
import { passwordLink } from './token'

/** Where a link leads by which a sub-id chooses its password. Only the browser knows the link. */
export default function SubIdLinkPage() {
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
    <h1 className="text-title-m">서브 아이디 비밀번호 정하기</h1>
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
  const token = useLinkToken(passwordLink)
  return token ? <OpenedLink key={token} token={token} /> : <Incomplete />
}

const Incomplete = () => (
  <>
    <h1 className="text-title-m">링크가 완전하지 않습니다</h1>
    <p className="text-ink-2">
      주소의 뒷부분이 빠진 것 같습니다. 받으신 링크를 끝까지 복사해 다시 열어 주세요. 그래도 이 화면이 보이면
      링크를 보낸 회원에게 새 링크를 받아 주세요.
    </p>
  </>
)
