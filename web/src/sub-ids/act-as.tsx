import type { SubIdDetail } from '../api/types'
import { servicesPath } from '../services/paths'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { useActAs } from './queries'

/** Shows this browser the pages of the sub-id. The whole document is loaded anew, as after another login. */
export function ActAs({ subId: { id, state } }: { subId: SubIdDetail }) {
  const act = useActAs(id)
  if (state === 'suspended' || state === 'over') return null
  return (
    <div className="grid gap-2">
      <Button
        kind="quiet"
        size="small"
        className="justify-self-start"
        loading={act.isPending || act.isSuccess}
        onClick={() => act.mutate(undefined, { onSuccess: () => location.assign(servicesPath(1)) })}
      >
        이 서브 아이디로 보기
      </Button>
      <p className="max-w-text text-caption text-ink-2">
        이 아이디에 보이는 화면을 그대로 봅니다. 보기만 할 수 있고, 보신 사실은 회원님과 서브 아이디의 기록에
        모두 남습니다.
      </p>
      {act.error && <Callout tone="danger">{act.error.message}</Callout>}
    </div>
  )
}
