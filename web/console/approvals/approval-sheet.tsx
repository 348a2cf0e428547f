import { useQuery } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { stateOf } from '../desk/lists'
import { ButtonLink } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { outcomeOf, useSeen } from '../frame/outcome'
import { Ready } from '../frame/part'
import { Preview } from '../frame/preview'
import { consoleQuery } from '../frame/queries'
import { useSession } from '../frame/session'
import { State } from '../frame/state'
import type { Approval } from '../frame/types'
import { When } from '../frame/when'
import { Decide } from './decide'

/** What was asked for and why, what it will do, and what can be done about it now. */
export function ApprovalSheet({ id }: { id: string }) {
  const query = useQuery(consoleQuery(path('/api/v1/console/approvals/{id}', { id })))
  return (
    <Ready query={query} shape="h-60">
      {(approval) => <Shown approval={approval} />}
    </Ready>
  )
}

function Shown({ approval }: { approval: Approval }) {
  const outcome = outcomeOf(approval, useSession().id)
  useSeen(approval)
  const standing = stateOf('approvals', 'state', approval.state)
  const { state, askedBy, askedAt, expiresAt, reason, preview, decidedBy, decidedAt, alone, decision } =
    approval
  return (
    <div className="grid gap-5">
      <FactList
        facts={[
          { label: '상태', value: <State tone={standing.tone}>{standing.word}</State> },
          {
            label: '요청',
            value: (
              <>
                {askedBy.name} · <When at={askedAt} />
              </>
            ),
          },
          state === 'asked' && { label: '기한', value: <When at={expiresAt} /> },
          { label: '사유', value: <span className="whitespace-pre-line">{reason}</span> },
          decidedBy && {
            label: '결정',
            value: (
              <>
                {decidedBy.name}
                {alone && ' (혼자 확인)'} · <When at={decidedAt} />
              </>
            ),
          },
          decision !== '' && {
            label: '결정 사유',
            value: <span className="whitespace-pre-line">{decision}</span>,
          },
        ]}
      />
      {outcome && (
        <ButtonLink kind="main" to={outcome.to} className="justify-self-start">
          {outcome.label}
        </ButtonLink>
      )}
      <section aria-label="일어날 일" className="grid gap-2">
        <h3 className="text-lead">{state === 'asked' ? '확인하면 일어날 일' : '요청한 내용'}</h3>
        <Preview preview={preview} />
      </section>
      {state === 'asked' && <Decide approval={approval} />}
    </div>
  )
}
