import { LinkPage } from '../../ui/link-page'
import { OpenedLink } from './opened-link'
import { movingLink } from './token'

/** Where the mailed link of a moved member leads. */
export default function MovingLinkPage() {
  return (
    <LinkPage
      kind={movingLink}
      title="비밀번호 정하고 시작하기"
      ifCut="메일에 있는 링크를 끝까지 복사해 다시 열어 주세요."
    >
      {(token) => <OpenedLink key={token} token={token} />}
    </LinkPage>
  )
}
