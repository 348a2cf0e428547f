import { useState } from 'react'
import { path } from '../../src/api/path'
import { Button } from '../frame/button'
import { send } from '../frame/calls'
import { ExportDialog } from '../frame/export-button'
import { useMay } from '../frame/session'
import type { Member } from './queries'
import { nameOf } from './words'

/** Has everything that is kept about a member made into a file, for the member who asks for it. */
export function OwnData({ member }: { member: Member }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('exports.personal') || !may('exports.make')) return null
  const call = path('/api/v1/console/members/{id}/data', { id: member.id })
  return (
    <div>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        본인 정보 파일 만들기
      </Button>
      {isOpen && (
        <ExportDialog
          title={`${nameOf(member)} 정보를 파일로 만들기`}
          order={(reason) => send<{ expected: number }>('POST', call, { reason })}
          onClose={() => setOpen(false)}
        >
          회원이 열람을 요청했을 때 씁니다. 보관하는 정보를 모두 ZIP 파일로 만들고, 두 번째 사람이 확인하면
          ‘내보낸 파일’에서 하루 동안 받을 수 있습니다. 본인인지 확인한 뒤 본인에게만 전달해 주세요.
        </ExportDialog>
      )}
    </div>
  )
}
