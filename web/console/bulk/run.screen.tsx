import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { path } from '../../src/api/path'
import { Link } from '../../src/ui/link'
import { stateOf } from '../desk/lists'
import { FactList } from '../frame/fact-list'
import { Part, Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useQuietPoll } from '../frame/quiet-poll'
import { ScreenHead } from '../frame/screen-head'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { Progress } from './progress'
import type { Seen } from './queries'
import { RunActions } from './run-actions'
import { RunRows } from './run-rows'

/** One run: how far it is, what can be done now, and the result of each row. It looks again by itself while it goes on. */
export function Component() {
  const { id = '' } = useParams()
  const call = path('/api/v1/console/bulk/{id}', { id: Number(id) })
  const query = useQuery(consoleQuery(call))
  useQuietPoll([call], query.data?.run.state === 'running')
  return (
    <>
      <ScreenHead title={query.data?.run.title ?? `여러 건 처리 ${id}`} />
      <Ready query={query} shape="h-80">
        {(seen) => <Parts seen={seen} />}
      </Ready>
    </>
  )
}

function Parts({ seen }: { seen: Seen }) {
  const { run } = seen
  const state = stateOf('bulk', 'state', run.state)
  return (
    <div className="grid gap-8">
      <div className="grid max-w-160 gap-4">
        <Progress run={run} />
        <FactList
          facts={[
            { label: '상태', value: <State tone={state.tone}>{state.word}</State> },
            { label: '사유', value: run.reason },
            { label: '누가', value: run.madeByName },
            { label: '시작', value: <When at={run.madeAt} /> },
            run.endedAt !== null && { label: '끝', value: <When at={run.endedAt} /> },
            run.undoes !== null && { label: '되돌리는 것', value: <RunLink id={run.undoes} /> },
            run.undoneBy !== null && { label: '되돌린 것', value: <RunLink id={run.undoneBy} /> },
          ]}
        />
      </div>
      <Part title="지금 할 수 있는 일">
        <RunActions seen={seen} />
      </Part>
      <Part title="줄마다의 결과">
        <RunRows run={run} />
      </Part>
    </div>
  )
}

function RunLink({ id }: { id: number }) {
  return (
    <Link to={`/console/bulk/${id}`} className="underline underline-offset-4">
      처리 {id}
    </Link>
  )
}
