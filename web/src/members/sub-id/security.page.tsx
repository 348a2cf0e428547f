import { MypageFrame } from '../mypage-frame'
import { PasswordSection } from '../profile/password-section'
import { SessionsSection } from '../profile/sessions-section'
import { PasskeysSection } from '../security/passkeys-section'
import { TotpSection } from '../security/totp-section'

/** What a sub-id can do about its own login. It has no contact of its own, so its owner is told. */
export default function SecurityPage() {
  return (
    <MypageFrame title="보안·비밀번호">
      <PasswordSection told="서브 아이디를 만든 회원에게 이메일로 알립니다" />
      <SessionsSection />
      <TotpSection />
      <PasskeysSection />
    </MypageFrame>
  )
}
