import { useQuery } from '@tanstack/react-query'
import { PasswordEditor } from './password-editor'
import { profileQuery } from './queries'
import { SettingRow } from './setting-row'
import { SettingsSection } from './settings-section'

export function PasswordSection() {
  const { data: profile } = useQuery(profileQuery)
  return (
    <SettingsSection
      title="비밀번호"
      lead="변경하면 이 기기를 뺀 모든 기기에서 로그아웃되고, 이메일로 알려 드립니다."
    >
      <ul className="-mt-3">
        <SettingRow
          label="비밀번호"
          value={<span aria-hidden="true">••••••••</span>}
          editor={(row) => <PasswordEditor profile={profile} {...row} />}
        />
      </ul>
    </SettingsSection>
  )
}
