import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import type { Member } from './queries'
import { nameOf } from './words'

/** Has everything that is kept about a member made into a file, for the member who asks for it. */
export function OwnData({ member }: { member: Member }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('exports.personal') || !may('exports.make')) return null
  return (
    <div>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        본인 정보 파일 만들기
      </Button>
      {isOpen && (
        <ChangeDialog
          change="exports.member"
          target={member.id}
          title={`${nameOf(member)} 정보를 파일로 만들기`}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
