import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { TEXTS } from './queries'

/** Publishes the texts that every shop begins with; what the shop has had already stays as it is. */
export function Starters({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <PreviewDialog
      title="기본 글 넣기"
      confirmLabel="기본 글 게시"
      load={() => post('/api/v1/console/content/starters/preview')}
      confirm={({ digest, reason }) => send('POST', '/api/v1/console/content/starters', { digest, reason })}
      onDone={async () => {
        await client.invalidateQueries({ queryKey: [TEXTS] })
        showToast('기본 글을 게시했습니다. 목록에서 열어 우리 가게에 맞게 고쳐 주세요.')
        onClose()
      }}
      onClose={onClose}
    />
  )
}
