import { useState } from 'react'
import { withRo } from '../../src/korean/particles'
import { ChangeDialog } from '../desk/change-dialog'
import type { IncidentLine } from './queries'

interface GiveCreditProps {
  incident: Pick<IncidentLine, 'id' | 'title'>
  onClose: () => void
}

/** Days for every service of whoever was affected and the mail about it: the sum is shown, and one press does both. */
export function GiveCredit({ incident: { id, title }, onClose }: GiveCreditProps) {
  const [draft] = useState(() => ({
    days: '3',
    subject: '서비스 장애에 대한 보상 안내',
    body: `${withRo(title)} 불편을 드려 죄송합니다.\n\n이용 중인 서비스의 기간을 3일 늘려 드렸습니다.`,
  }))
  return (
    <ChangeDialog
      change="incidents.credit"
      target={id}
      title="기간 보상하고 알리기"
      start={draft}
      confirmLabel={({ days }) => `${days}일씩 보상하고 알리기`}
      onClose={onClose}
    />
  )
}
