import { LinkPage } from '../../ui/link-page'
import { OpenedLink } from './opened-link'
import { passwordLink } from './token'

/** Where a link leads by which a sub-id chooses its password. */
export default function SubIdLinkPage() {
  return (
    <LinkPage
      kind={passwordLink}
      title="서브 아이디 비밀번호 정하기"
      ifCut="받으신 링크를 끝까지 복사해 다시 열어 주세요. 그래도 이 화면이 보이면 링크를 보낸 회원에게 새 링크를 받아 주세요."
    >
      {(token) => <OpenedLink key={token} token={token} />}
    </LinkPage>
  )
}
