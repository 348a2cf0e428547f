import { PasswordEditor } from './password-editor'
import { SettingRow } from './setting-row'
import { SettingsSection } from './settings-section'

/** `told`: who is told of a change, and how. */
export function PasswordSection({ told }: { told: string }) {
  return (
    <SettingsSection title="비밀번호" lead={`변경하면 이 기기를 뺀 모든 기기에서 로그아웃되고, ${told}.`}>
      <ul className="-mt-3">
        <SettingRow
          label="비밀번호"
          value={<span aria-hidden="true">••••••••</span>}
          editor={(row) => <PasswordEditor {...row} />}
        />
      </ul>
    </SettingsSection>
  )
}
