import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import type { Preview } from '../frame/types'
import { type Thread, useRefreshed } from './queries'
import { STATES } from './words'

/** Ends an inquiry that needs no answer, or has one that was done wait again. Nobody is notified of either. */
export function CloseOrReopen({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { id, state, messages, takenBy } = thread
  const refresh = useRefreshed(id)
  const closes = state === 'received' || state === 'in_progress'
  const title = closes ? '답변 없이 종료' : '문의 다시 열기'
  const after = closes ? 'closed' : takenBy ? 'in_progress' : 'received'

  const preview: Preview = {
    title,
    rows: [
      { label: '상태', value: STATES[after].label, before: STATES[state].label },
      {
        label: '회원에게',
        value: `‘${STATES[after].label}’로 보이며, 알림은 보내지 않습니다`,
      },
    ],
    warnings: closes ? ['회원이 글을 더 남기면 문의가 다시 열립니다.'] : [],
    count: null,
    amount: null,
    digest: '',
  }

  return (
    <PreviewDialog
      title={title}
      confirmLabel={closes ? '종료하기' : '다시 열기'}
      load={async () => preview}
      confirm={({ reason }) =>
        closes
          ? send('POST', path('/api/v1/console/inquiries/{id}/closing', { id }), {
              seen: messages.at(-1)?.id ?? 0,
              reason,
            })
          : send('POST', path('/api/v1/console/inquiries/{id}/reopening', { id }), { reason })
      }
      onDone={async () => {
        await refresh()
        showToast(closes ? '문의를 종료했습니다.' : '문의를 다시 열었습니다.')
        onClose()
      }}
      onClose={onClose}
    />
  )
}
