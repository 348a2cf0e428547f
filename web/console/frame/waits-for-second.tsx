import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { path } from '../../src/api/path'
import { Button, ButtonLink } from './button'
import { API } from './calls'
import { Dialog, DialogButtons } from './dialog'
import { outcomeOf, useSeen } from './outcome'
import { consoleQuery } from './queries'
import { useQuietPoll } from './quiet-poll'
import { useSession } from './session'
import type { Approval } from './types'

interface WaitsForSecondProps {
  title: string
  /** Which wish it is, where the answer says so. */
  approval?: number | undefined
  onClose: () => void
  /** What follows once it is confirmed. */
  children?: ReactNode
}

const TOLD: Record<Exclude<Approval['state'], 'asked'>, string> = {
  confirmed: '두 번째 사람이 확인했습니다.',
  refused: '두 번째 사람이 거절했습니다. 아무것도 바뀌지 않았습니다.',
  withdrawn: '요청을 거뒀습니다. 아무것도 바뀌지 않았습니다.',
  expired: '기한이 지났습니다. 아무것도 바뀌지 않았습니다.',
}

/** Loads anew what the page behind shows, once the second person has confirmed. */
function useResult(isMade: boolean, own: string) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isMade) return
    client.invalidateQueries({
      predicate: ({ queryKey: [call] }) => String(call).startsWith(API) && call !== own,
    })
  }, [client, isMade, own])
}

/** The answer 202: nothing has happened yet. Whoever keeps it open is told here what the second person says. */
export function WaitsForSecond({ title, approval, onClose, children }: WaitsForSecondProps) {
  const self = useSession().id
  const wish = consoleQuery(path('/api/v1/console/approvals/{id}', { id: approval ?? 0 }))
  const { data } = useQuery({ ...wish, enabled: approval !== undefined })
  useQuietPoll(wish.queryKey, data?.state === 'asked')
  useSeen(data)
  useResult(data?.state === 'confirmed', String(wish.queryKey[0]))
  const told = data && data.state !== 'asked' ? TOLD[data.state] : null
  const outcome = data ? outcomeOf(data, self) : null
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="status" className="font-semibold">
        {told ?? '두 번째 사람의 확인을 기다립니다.'}
      </p>
      <p className="mt-1 min-h-10 text-ink-2">
        {told
          ? data?.decision
          : '확인되기 전에는 아무것도 바뀌지 않습니다. 이 창을 닫아도 결과를 위의 ‘승인’에서 알려 드리며, 거기에서 요청을 거둘 수도 있습니다.'}{' '}
        {!told && children}
      </p>
      <DialogButtons>
        {outcome ? (
          <ButtonLink kind="main" to={outcome.to}>
            {outcome.label}
          </ButtonLink>
        ) : (
          <ButtonLink to={approval ? `/console/approvals?open=${approval}` : '/console/approvals'}>
            승인 보기
          </ButtonLink>
        )}
        <Button kind={outcome ? 'quiet' : 'main'} onClick={onClose}>
          {outcome ? '닫기' : '확인'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
