import type { SubIdDetail } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { useConfirmedAction } from '../ui/confirmed-action'
import { useNavigate } from '../ui/navigate'
import { showToast } from '../ui/toast'
import { subIdsPath } from './pages-lead-to'
import { useRemove, useResume, useSuspend } from './queries'

/** Suspends, resumes and removes it. What ends something says first what that is. */
export function StateActions({ subId: { id, loginId, state } }: { subId: SubIdDetail }) {
  const suspend = useSuspend(id)
  const resume = useResume(id)
  const remove = useRemove(id)
  const navigate = useNavigate()
  const { ask, refusal } = useConfirmedAction()

  const askToSuspend = () =>
    ask({
      title: '사용을 중지하시겠습니까?',
      message: `${loginId}의 로그인이 모두 풀리고, 이 아이디로 등록한 기기의 연결이 바로 끊깁니다. 기기와 권한은 남아 있어 다시 사용하게 하시면 그대로 이어집니다.`,
      confirmLabel: '중지',
      act: () => suspend.mutateAsync(undefined),
      done: '사용을 중지했습니다.',
    })

  const askToRemove = () =>
    ask({
      title: '서브 아이디를 삭제하시겠습니까?',
      message: `${loginId}의 로그인이 모두 풀리고, 이 아이디로 등록한 기기가 삭제되어 연결이 바로 끊깁니다. 만들어 둔 기기 설정 링크도 취소됩니다. 되돌릴 수 없으며, 같은 아이디는 다시 만들 수 없습니다. 이용 기록은 보관 기간 동안 남습니다.`,
      confirmLabel: '삭제',
      act: () => remove.mutateAsync(undefined),
      done: '서브 아이디를 삭제했습니다.',
      afterwards: () => navigate(subIdsPath(1)),
    })

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {state === 'suspended' ? (
          <Button
            size="small"
            loading={resume.isPending}
            onClick={() =>
              resume.mutate(undefined, { onSuccess: () => showToast('다시 사용할 수 있습니다.') })
            }
          >
            다시 사용
          </Button>
        ) : (
          <Button kind="quiet" size="small" onClick={askToSuspend}>
            사용 중지
          </Button>
        )}
        <Button kind="danger" size="small" onClick={askToRemove}>
          삭제
        </Button>
      </div>
      {(refusal ?? resume.error) && <Callout tone="danger">{refusal ?? resume.error?.message}</Callout>}
    </div>
  )
}
