import { LinkPage } from '../../ui/link-page'
import { deviceLink } from './kept'
import { LinkedSteps } from './linked-steps'

/** Where a link leads by which somebody without an account sets up one device. */
export default function DeviceSetupPage() {
  return (
    <LinkPage
      kind={deviceLink}
      title="기기 설정"
      needsScript="이 페이지는 접속에 쓸 키를 이 기기에서 만들기 때문에 자바스크립트가 필요합니다."
      ifCut="받으신 링크를 끝까지 복사해 다시 열어 주세요. 그래도 이 화면이 보이면 보내신 분께 새 링크를 받아 주세요."
    >
      {(token) => <LinkedSteps key={token} token={token} />}
    </LinkPage>
  )
}
