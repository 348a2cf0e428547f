import { useQueryClient } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { type Canned, cannedQuery } from './queries'

interface DeleteCannedProps {
  kept: Canned
  onGone: () => void
  onClose: () => void
}

export function DeleteCanned({ kept, onGone, onClose }: DeleteCannedProps) {
  const client = useQueryClient()
  return (
    <PreviewDialog
      title="답변 서식 삭제"
      confirmLabel="삭제하기"
      typedName={kept.title}
      load={async () => ({
        title: '답변 서식 삭제',
        rows: [{ label: '서식', value: '없음', before: kept.title }],
        warnings: ['이미 보낸 답변은 그대로입니다. 내용은 기록에 남습니다.'],
        count: null,
        amount: null,
        digest: '',
      })}
      confirm={({ reason }) =>
        send('POST', path('/api/v1/console/canned-answers/{id}/removal', { id: kept.id }), { reason })
      }
      onDone={async () => {
        await client.invalidateQueries({ queryKey: cannedQuery.queryKey })
        showToast('답변 서식을 삭제했습니다.')
        onGone()
      }}
      onClose={onClose}
    />
  )
}
