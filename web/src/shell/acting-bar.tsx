import { useMutation } from '@tanstack/react-query'
import { post } from '../api/client'
import { codeOf } from '../api/problem'
import { SUB_IDS } from '../sub-ids/paths'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'
import { notifyOtherTabs } from './session'

/** Says on every page that an owner looks as one of their sub-ids, and ends it. */
export default function ActingBar({ loginId }: { loginId: string }) {
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
    <section aria-label="서브 아이디 화면 보기" className="bg-warn-tint text-ink">
      <div className="page flex min-h-16 items-center justify-between gap-4 py-1.5">
        <p role="status" className="min-w-0 text-caption sm:text-small">
          서브 아이디 <b>{loginId}</b>의 화면을 보고 있습니다. 바꿀 수는 없습니다.
        </p>
        <Button
          className="shrink-0"
          kind="quiet"
          size="small"
          loading={end.isPending || end.isSuccess}
          onClick={() => end.mutate()}
        >
          보기 끝내기
        </Button>
      </div>
    </section>
  )
}
