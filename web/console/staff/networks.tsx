import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { Ready } from '../frame/part'
import { useSession } from '../frame/session'
import { networksQuery } from './queries'

/** The networks from which the console answers, one in a line. Only an owner changes them. */
export function Networks() {
  const { isOwner } = useSession()
  const query = useQuery(networksQuery)
  const [isOpen, setOpen] = useState(false)
  return (
    <Ready query={query}>
      {({ networks }) => (
        <div className="grid justify-items-start gap-3">
          <p className="figures text-small">{networks.join(', ') || '어디서나 로그인할 수 있습니다.'}</p>
          {isOwner && (
            <Button kind="quiet" onClick={() => setOpen(true)}>
              접속 네트워크 변경
            </Button>
          )}
          {isOpen && (
            <ChangeDialog
              change="staff.networks"
              target="console"
              title="접속 네트워크"
              initial={{ networks: networks.join('\n') }}
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </Ready>
  )
}
