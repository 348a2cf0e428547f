import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { send } from '../frame/calls'
import { FactList } from '../frame/fact-list'
import { Ready } from '../frame/part'
import { PreviewDialog } from '../frame/preview-dialog'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { BroadcastState } from './broadcast-state'
import { BROADCASTS } from './queries'
import { CHANNELS } from './words'

const people = (count: number) => `${count.toLocaleString()}명`

/** One notice: to whom, how far it has come, and how to stop it. It looks again by itself while it goes on. */
export function BroadcastSheet({ id }: { id: number }) {
  const client = useQueryClient()
  const may = useMay()
  const [isStopping, setStopping] = useState(false)
  const call = path('/api/v1/console/broadcasts/{id}', { id })
  const query = useQuery({
    ...consoleQuery(call),
    refetchInterval: ({ state }) => (state.data?.broadcast.state === 'writing' ? 5000 : false),
  })
  return (
    <Ready query={query} shape="h-60">
      {({ broadcast, counts }) => {
        const mayStop = broadcast.state !== 'stopped' && (broadcast.state !== 'done' || counts.waiting > 0)
        return (
          <div className="grid gap-5">
            <FactList
              facts={[
                { label: '상태', value: <BroadcastState state={broadcast.state} /> },
                {
                  label: '종류',
                  value: `${CHANNELS[broadcast.channel]} ${broadcast.isAdvertising ? '광고' : '안내'}`,
                },
                { label: '받는 회원', value: `${broadcast.audience}, ${people(broadcast.recipients)}` },
                { label: '보냄', value: people(counts.sent) },
                { label: '보내는 중', value: people(counts.waiting) },
                counts.refused > 0 && { label: '보내지 못함', value: people(counts.refused) },
                counts.withdrawn > 0 && { label: '멈추어 취소', value: people(counts.withdrawn) },
                { label: '누가', value: broadcast.madeByName },
                { label: '언제', value: <When at={broadcast.madeAt} /> },
              ]}
            />
            {broadcast.state === 'writing' && (
              <progress
                aria-label="보낸 정도"
                value={broadcast.written}
                max={broadcast.recipients}
                className="h-2 w-full accent-accent"
              />
            )}
            {may('messages.broadcast') && mayStop && (
              <div>
                <Button kind="danger" onClick={() => setStopping(true)}>
                  멈추기
                </Button>
              </div>
            )}
            <pre className="whitespace-pre-wrap break-words rounded-control bg-surface p-4 font-sans text-small">
              {broadcast.body}
            </pre>
            {isStopping && (
              <PreviewDialog
                title="보내기 멈추기"
                confirmLabel="멈추기"
                load={async () => ({
                  title: '보내기 멈추기',
                  rows: [
                    { label: '이미 보냄', value: people(counts.sent) },
                    {
                      label: '보내지 않음',
                      value: people(broadcast.recipients - counts.sent - counts.refused),
                    },
                  ],
                  warnings: ['이미 나간 메시지는 되돌릴 수 없습니다.'],
                  count: null,
                  amount: null,
                  digest: '',
                })}
                confirm={({ reason }) =>
                  send('POST', path('/api/v1/console/broadcasts/{id}/stop', { id }), { reason })
                }
                onDone={async () => {
                  setStopping(false)
                  showToast('보내기를 멈췄습니다.')
                  await client.invalidateQueries({ queryKey: [call] })
                  await client.invalidateQueries({ queryKey: [BROADCASTS] })
                }}
                onClose={() => setStopping(false)}
              />
            )}
          </div>
        )
      }}
    </Ready>
  )
}
