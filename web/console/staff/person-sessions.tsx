import { useQuery } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { usePress } from '../desk/use-press'
import { Button } from '../frame/button'
import { deviceOf } from '../frame/device'
import { Failure } from '../frame/failure'
import { Part, Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { Rows } from '../frame/rows'
import { When } from '../frame/when'

/** Where one of the staff is logged in. All of it can be ended at once. */
export function PersonSessions({ id, mayEnd }: { id: number; mayEnd: boolean }) {
  const sessions = path('/api/v1/console/staff/{id}/sessions', { id })
  const query = useQuery(consoleQuery(sessions))
  const end = usePress('staff.sessions', id)
  return (
    <Part
      title="로그인한 기기"
      actions={
        mayEnd &&
        query.data?.items.length !== 0 && (
          <Button kind="quiet" loading={end.isPending} onClick={() => end.mutate({})}>
            모두 로그아웃시키기
          </Button>
        )
      }
    >
      <Failure error={end.error} />
      <Ready query={query}>
        {({ items }) => (
          <Rows
            items={items}
            idOf={(session) => session.id}
            empty="로그인한 기기가 없습니다."
            title={({ userAgent }) => deviceOf(userAgent)}
            detail={({ address, seenAt }) => (
              <span className="figures">
                {address} · <When at={seenAt} /> 사용
              </span>
            )}
          />
        )}
      </Ready>
    </Part>
  )
}
