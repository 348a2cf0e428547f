import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { InAppNotice } from '../../src/ui/in-app-notice'
import { useNavigate } from '../../src/ui/navigate'
import { Skeleton } from '../../src/ui/skeleton'
import { post } from '../frame/calls'
import { Failure } from '../frame/failure'
import { OpenPage } from '../frame/open-page'
import { sessionEnded } from '../frame/session'
import { type Accepted, AcceptForm } from './accept-form'
import { RecoveryCodes } from './recovery-codes'

const AS_VISITOR = { authenticated: false }

/** The way into the console: who invites, the authenticator app, a password, and the recovery codes. */
export function Component() {
  const client = useQueryClient()
  const navigate = useNavigate()
  // Behind the `#`, where no server's log has it. Kept here, because links within the page would replace it.
  const { hash } = useLocation()
  const [token] = useState(hash.slice(1))
  const invitation = useQuery({
    queryKey: ['/invitations', token],
    queryFn: () => post('/api/v1/console/invitations/look-up', { token }, AS_VISITOR),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const accept = useMutation({
    mutationFn: (accepted: Accepted) =>
      post('/api/v1/console/invitations/acceptance', { token, ...accepted }, AS_VISITOR),
  })

  if (accept.data)
    return (
      <OpenPage title="복구 코드를 보관해 주세요">
        <RecoveryCodes
          codes={accept.data.recoveryCodes}
          onDone={() => {
            client.clear()
            sessionEnded.set(false)
            navigate('/console', { replace: true })
          }}
        />
      </OpenPage>
    )
  return (
    <OpenPage title={invitation.data?.isReset ? '계정 다시 설정' : '콘솔 초대'}>
      {token === '' ? (
        <p>초대 링크가 잘렸습니다. 받은 링크 전체를 주소창에 붙여 넣어 주세요.</p>
      ) : invitation.data ? (
        <>
          <InAppNotice danger="복구 코드를 저장하지 못할 수 있습니다." needsLogin={false} />
          <AcceptForm
            invitation={invitation.data}
            isBusy={accept.isPending}
            error={accept.error}
            onAccept={(accepted) => accept.mutate(accepted)}
          />
        </>
      ) : invitation.isError ? (
        <div className="grid gap-3">
          <Failure error={invitation.error} />
          <p className="text-ink-2 text-small">링크를 보낸 사람에게 새 링크를 요청해 주세요.</p>
        </div>
      ) : (
        <Skeleton className="h-60" />
      )}
    </OpenPage>
  )
}
