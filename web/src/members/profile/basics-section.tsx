import { useQuery } from '@tanstack/react-query'
import { day } from '../../korean/dates'
import { phoneNumber } from '../../korean/mobile-number'
import { useConfig } from '../../site'
import { Loaded } from '../../ui/loaded'
import { ContactEditor } from './contact-editor'
import { NameEditor } from './name-editor'
import { profileQuery } from './queries'
import { SettingRow } from './setting-row'
import { SettingsSection } from './settings-section'

export function BasicsSection() {
  const config = useConfig()
  const query = useQuery(profileQuery)
  return (
    <SettingsSection title="기본 정보" lead="이메일을 변경하면 이전 주소로도 알려 드립니다.">
      <Loaded query={query} shape="h-68">
        {(profile) => (
          <ul className="-mt-3 divide-y divide-line">
            <SettingRow label="아이디" value={profile.mberId} />
            <SettingRow
              label="이름"
              value={profile.mberNm}
              editor={(row) => <NameEditor name={profile.mberNm} {...row} />}
            />
            <SettingRow
              label="이메일"
              value={profile.email}
              editor={(row) => (
                <ContactEditor channel="mail" isVerified={config.authMailYn === 'Y'} {...row} />
              )}
            />
            <SettingRow
              label="휴대폰 번호"
              value={phoneNumber(profile.phone)}
              editor={(row) => (
                <ContactEditor channel="phone" isVerified={config.authTelYn === 'Y'} {...row} />
              )}
            />
            <SettingRow label="가입일" value={day(profile.joinedAt)} />
          </ul>
        )}
      </Loaded>
    </SettingsSection>
  )
}
