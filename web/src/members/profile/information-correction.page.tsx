import { ButtonLink } from '../../ui/button'
import { MypageFrame } from '../mypage-frame'
import { PasskeysSection } from '../security/passkeys-section'
import { TotpSection } from '../security/totp-section'
import { BasicsSection } from './basics-section'
import { ConsentsSection } from './consents-section'
import { LooksSection } from './looks-section'
import { PasswordSection } from './password-section'
import { SessionsSection } from './sessions-section'
import { SettingsSection } from './settings-section'

/** The settings page. Every section loads, fails and saves on its own. */
export default function InformationCorrection() {
  return (
    <MypageFrame title="정보수정">
      <BasicsSection />
      <PasswordSection told="이메일로 알려 드립니다" />
      <ConsentsSection />
      <SessionsSection />
      <LooksSection />
      <TotpSection />
      <PasskeysSection />
      <SettingsSection title="회원탈퇴" lead="탈퇴하면 되돌릴 수 없습니다.">
        <ButtonLink to="/mypage/leave" kind="quiet" size="small">
          회원탈퇴 안내 보기
        </ButtonLink>
      </SettingsSection>
    </MypageFrame>
  )
}
