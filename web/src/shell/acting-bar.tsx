import { useMutation } from '@tanstack/react-query'
import { post } from '../api/client'
import { codeOf } from '../api/problem'
import type { Member } from '../api/types'
import { SUB_IDS } from '../sub-ids/paths'
import { showToast } from '../ui/toast'
import { notifyOtherTabs } from './session'
import { WarningBar } from './warning-bar'

/** Says on every page that an owner looks as one of their sub-ids, and ends it. */
export default function ActingBar({ member }: { member: Member }) {
  const end = useMutation({
    mutationFn: () =>
      post('/api/v1/sub-id/act/end').catch((error: unknown) => {
        // Another tab has ended it.
        if (codeOf(error) !== 'not_found') throw error
        return null
      }),
    onSuccess: (ended) => {
      notifyOtherTabs()
      // A new document, in which nothing of the sub-id is left.
      window.location.assign(SUB_IDS + (ended ? `/${ended.subId}` : '?page=1'))
    },
    onError: ({ message }) => showToast(message),
  })
  return (
    <WarningBar
      label="서브 아이디 화면 보기"
      endLabel="보기 끝내기"
      isEnding={end.isPending || end.isSuccess}
      onEnd={() => end.mutate()}
    >
      서브 아이디 <b>{member.mberId}</b>의 화면을 보고 있습니다. 바꿀 수는 없습니다.
    </WarningBar>
  )
}
