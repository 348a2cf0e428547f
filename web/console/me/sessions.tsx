import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { remove } from '../frame/calls'
import { deviceOf } from '../frame/device'
import { Failure } from '../frame/failure'
import { Part, Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { Rows } from '../frame/rows'
import { State } from '../frame/state'
import { When } from '../frame/when'

const PATH = '/api/v1/console/me/sessions'

/** Where one is logged in; any of them can be ended from here. */
export function Sessions() {
  const client = useQueryClient()
  const query = useQuery(consoleQuery(PATH))
  const end = useMutation({
    mutationFn: (id: number) => remove(path('/api/v1/console/me/sessions/{id}', { id })),
    onSuccess: () => {
      showToast('그 기기에서 로그아웃했습니다.')
      return client.invalidateQueries({ queryKey: [PATH] })
    },
  })
  return (
    <Part title="로그인한 기기" lead="모르는 기기가 있으면 로그아웃시키고 비밀번호를 바꿔 주세요.">
      <Failure error={end.error} />
      <Ready query={query}>
        {({ items }) => (
          <Rows
            items={items}
            idOf={({ id }) => id}
            empty="로그인한 기기가 없습니다."
            title={({ userAgent }) => deviceOf(userAgent)}
            detail={({ address, seenAt, startedAt }) => (
              <span className="figures">
                {address} · <When at={seenAt} /> 사용 · <When at={startedAt} /> 로그인
              </span>
            )}
            actions={({ id, current, userAgent }) =>
              current ? (
                <State tone="ok">지금 쓰는 기기</State>
              ) : (
                <Button
                  kind="quiet"
                  aria-label={`${deviceOf(userAgent)} 로그아웃`}
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  로그아웃
                </Button>
              )
            }
          />
        )}
      </Ready>
    </Part>
  )
}
