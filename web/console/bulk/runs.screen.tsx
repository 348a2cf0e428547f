import { Link } from '../../src/ui/link'
import type { Column } from '../frame/column'
import { ListScreen } from '../frame/list-screen'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { Progress } from './progress'
import { BULK, type Run } from './queries'
import { STATES } from './words'

const COLUMNS: Column<Run>[] = [
  { key: 'title', label: '한 일', cell: ({ title }) => title },
  {
    key: 'state',
    label: '상태',
    cell: ({ state }) => <State tone={STATES[state].tone}>{STATES[state].label}</State>,
  },
  { key: 'done', label: '처리', cell: ({ done }) => done.toLocaleString(), isFigure: true },
  { key: 'failed', label: '실패', cell: ({ failed }) => failed.toLocaleString(), isFigure: true },
  { key: 'total', label: '전체', cell: ({ total }) => total.toLocaleString(), isFigure: true },
  { key: 'reason', label: '사유', cell: ({ reason }) => <span className="line-clamp-1">{reason}</span> },
  { key: 'by', label: '누가', cell: ({ madeByName }) => madeByName },
  { key: 'at', label: '언제', cell: ({ madeAt }) => <When at={madeAt} /> },
]

/** What was done to many rows at once, newest first. */
export function Component() {
  return (
    <ListScreen<Run>
      title="여러 건 처리"
      label="여러 건 처리"
      path={BULK}
      columns={COLUMNS}
      idOf={({ id }) => String(id)}
      pageOf={({ id }) => `/console/bulk/${id}`}
      empty={
        <p>
          아직 없습니다. 회원이나 서비스 목록에서 줄을 고르면 연장, 정지, 포인트 지급을 한꺼번에 할 수
          있습니다.
        </p>
      }
      sheetTitle={(id, run) => run?.title ?? `처리 ${id}`}
      sheet={(id, run) => (
        <div className="grid gap-4">
          {run && <Progress run={run} />}
          <Link to={`/console/bulk/${id}`} className="underline underline-offset-4">
            줄마다의 결과 보기
          </Link>
        </div>
      )}
      isKeptHere
    />
  )
}
