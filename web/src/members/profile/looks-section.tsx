import { useQuery } from '@tanstack/react-query'
import { dayAndTime } from '../../korean/dates'
import { looksQuery } from './queries'
import { SettingsSection } from './settings-section'

/** When staff saw the shop as this member does. Who never was looked at finds nothing here. */
export function LooksSection() {
  const { data: looks = [] } = useQuery(looksQuery)
  if (looks.length === 0) return null
  return (
    <SettingsSection
      title="운영자 확인 내역"
      lead="운영자가 문의를 처리하려고 회원님의 화면을 확인한 내역입니다. 운영자는 보기만 할 수 있고, 바꾸거나 결제할 수 없습니다."
    >
      <ul aria-label="운영자 확인 내역" className="-mt-3 divide-y divide-line">
        {looks.map(({ startedAt, role }) => (
          <li key={startedAt} className="py-3">
            <p className="font-medium">운영자가 화면을 확인했습니다</p>
            <p className="figures text-caption text-ink-2">
              {dayAndTime(startedAt)} · {role}
            </p>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
