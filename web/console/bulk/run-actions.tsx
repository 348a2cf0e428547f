import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { useNavigate } from '../../src/ui/navigate'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { BULK, type Seen } from './queries'

/** Stopping and taking back, or why that cannot be done. */
export function RunActions({ seen }: { seen: Seen }) {
  const { run, whyNotCancel, whyNotUndo } = seen
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'cancel' | 'undo' | null>(null)
  const close = () => setAsked(null)
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: [path('/api/v1/console/bulk/{id}', { id: run.id })] })
    await client.invalidateQueries({ queryKey: [BULK] })
  }
  const left = run.total - run.done - run.skipped - run.failed
  return (
    <div className="flex flex-wrap items-start gap-6">
      <Action label="멈추기" whyNot={whyNotCancel} onPress={() => setAsked('cancel')} />
      <Action label="되돌리기" whyNot={whyNotUndo} onPress={() => setAsked('undo')} />
      {asked === 'cancel' && (
        <PreviewDialog
          title="처리 멈추기"
          confirmLabel="멈추기"
          load={async () => ({
            title: '처리 멈추기',
            rows: [
              { label: '이미 처리됨', value: `${run.done.toLocaleString()}건` },
              { label: '하지 않음', value: `약 ${left.toLocaleString()}건` },
            ],
            warnings: ['이미 처리된 것은 그대로 있습니다. 멈춘 뒤에 되돌릴 수 있습니다.'],
            count: null,
            amount: null,
            digest: '',
          })}
          confirm={({ reason }) =>
            send('POST', path('/api/v1/console/bulk/{id}/cancel', { id: run.id }), { reason })
          }
          onDone={async () => {
            close()
            await refresh()
          }}
          onClose={close}
        />
      )}
      {asked === 'undo' && (
        <PreviewDialog<{ runId: number }>
          title="되돌리기"
          confirmLabel="되돌리기"
          load={() => post(path('/api/v1/console/bulk/{id}/undo/preview', { id: run.id }))}
          confirm={({ digest, reason }, key) =>
            send('POST', path('/api/v1/console/bulk/{id}/undo', { id: run.id }), { key, digest, reason })
          }
          onDone={async ({ runId }) => {
            close()
            await refresh()
            navigate(`/console/bulk/${runId}`)
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

function Action({ label, whyNot, onPress }: { label: string; whyNot: string | null; onPress: () => void }) {
  return (
    <div className="grid justify-items-start gap-1">
      <Button kind="quiet" disabled={whyNot !== null} onClick={onPress}>
        {label}
      </Button>
      {whyNot && <p className="text-caption text-ink-2">{whyNot}</p>}
    </div>
  )
}
