import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { ChangeDialog } from '../desk/change-dialog'
import { ListedState } from '../desk/listed-state'
import { stateOf } from '../desk/lists'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { When } from '../frame/when'

const people = (count: number) => `${count.toLocaleString()}명`

/** One notice: to whom, how far it has come, and how to stop it. It looks again by itself while it goes on. */
export function BroadcastSheet({ id }: { id: number }) {
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
                { label: '상태', value: <ListedState list="broadcasts" state={broadcast.state} /> },
                {
                  label: '종류',
                  value: [
                    stateOf('broadcasts', 'channel', broadcast.channel),
                    stateOf('broadcasts', 'isAdvertising', String(broadcast.isAdvertising)),
                  ]
                    .map(({ word }) => word)
                    .join(' '),
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
              <ChangeDialog
                change="messages.stop"
                target={id}
                title="보내기 멈추기"
                picture={() => (
                  <FactList
                    facts={[
                      { label: '이미 보냄', value: people(counts.sent) },
                      {
                        label: '보내지 않음',
                        value: people(broadcast.recipients - counts.sent - counts.refused),
                      },
                    ]}
                  />
                )}
                onClose={() => setStopping(false)}
              />
            )}
          </div>
        )
      }}
    </Ready>
  )
}
