import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../api/types'
import { day } from '../../korean/dates'
import { useConfig } from '../../site'
import { Callout } from '../../ui/callout'
import { Loaded } from '../../ui/loaded'
import { Switch } from '../../ui/switch'
import { showToast } from '../../ui/toast'
import { profileQuery, useChange } from './queries'
import { SettingsSection } from './settings-section'

type Medium = 'sms' | 'mail'

const MEDIA: { medium: Medium; label: string }[] = [
  { medium: 'sms', label: '문자(SMS) 수신' },
  { medium: 'mail', label: '이메일 수신' },
]

const isOn = (profile: Profile, medium: Medium) => profile[`${medium}RcvYn`] === 'Y'

/** Whether a consent is given, and since when if it was ever changed after joining. */
function since(profile: Profile, medium: Medium): string {
  const at = profile[`${medium}ChangedAt`]
  const state = isOn(profile, medium) ? '동의함' : '동의하지 않음'
  return at === null ? state : `${state} · ${day(at)}`
}

/** Consents to advertising, one per medium (정보통신망법 50). The server confirms each change on that medium. */
export function ConsentsSection() {
  const query = useQuery(profileQuery)
  return (
    <SettingsSection
      title="수신 동의"
      lead="할인과 새 상품 소식입니다. 결제, 만료, 보안 안내는 동의와 관계없이 보내 드립니다."
    >
      <Loaded query={query} shape="h-28">
        {(profile) => <Consents profile={profile} />}
      </Loaded>
    </SettingsSection>
  )
}

function Consents({ profile }: { profile: Profile }) {
  const config = useConfig()
  const change = useChange('consents')
  const [notice, setNotice] = useState('')

  function choose(medium: Medium, wanted: boolean) {
    const { smsRcvYn, mailRcvYn } = profile
    change.mutate(
      { smsRcvYn, mailRcvYn, [`${medium}RcvYn`]: wanted ? 'Y' : 'N' },
      {
        onSuccess: () => {
          const outcome = wanted ? '수신에 동의하셨습니다.' : '수신 거부가 처리되었습니다.'
          setNotice(`${day(new Date())} ${config.siteNm}의 광고성 정보 ${outcome}`)
          showToast('저장되었습니다.')
        },
      },
    )
  }

  return (
    <div className="grid gap-4">
      {MEDIA.map(({ medium, label }) => (
        <Switch
          key={medium}
          label={label}
          note={since(profile, medium)}
          checked={isOn(profile, medium)}
          disabled={change.isPending}
          onChange={(wanted) => choose(medium, wanted)}
        />
      ))}
      <div role="status" className="empty:hidden">
        {notice && !change.error && <Callout tone="ok">{notice}</Callout>}
      </div>
      {change.error && <Callout tone="danger">{change.error.message}</Callout>}
    </div>
  )
}
