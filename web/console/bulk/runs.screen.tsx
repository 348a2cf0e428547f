import { Link } from '../../src/ui/link'
import { DeclaredList } from '../desk/declared-list'
import { Progress } from './progress'
import type { Run } from './queries'

const own = { reason: ({ reason }: Run) => <span className="line-clamp-1">{reason}</span> }

/** What was done to many rows at once, newest first. */
export function Component() {
  return (
    <DeclaredList<Run>
      list="bulk"
      title="여러 건 처리"
      own={own}
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
    />
  )
}
