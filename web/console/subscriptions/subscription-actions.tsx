import { useState } from 'react'
import { path } from '../../src/api/path'
import { won } from '../../src/korean/money'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay } from '../frame/session'
import { type Subscription, useSubscriptionChanged } from './queries'

interface Charged {
  outcome: 'paid' | 'refused' | 'under_way'
  detail: string | null
}

const OUTCOMES = {
  paid: '결제되었습니다.',
  refused: '카드사가 결제를 거절했습니다.',
  under_way: '결과를 기다리고 있습니다. 잠시 후 다시 확인해 주세요.',
}

/** What can be done with it now, each with the reason where it cannot. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, whyNotStop, whyNotCharge, nextAmount } = subscription
  const may = useMay()
  const changed = useSubscriptionChanged(id)
  const [doing, setDoing] = useState<'stop' | 'charge' | null>(null)
  if (!may('subscriptions.change'))
    return <p className="text-caption text-ink-2">정기결제를 변경할 권한이 없습니다.</p>

  async function done(toast: string) {
    setDoing(null)
    showToast(toast)
    await changed()
  }

  return (
    <div className="grid gap-3">
      <Action label="지금 결제" why={whyNotCharge} onPress={() => setDoing('charge')} />
      <Action label="해지" why={whyNotStop} isDangerous onPress={() => setDoing('stop')} />
      {doing === 'charge' && (
        <PreviewDialog<Charged>
          title="지금 결제"
          confirmLabel={`${won(nextAmount)} 결제`}
          load={() => post(path('/api/v1/console/subscriptions/{id}/charge/preview', { id }))}
          confirm={(confirmed, key) =>
            send('POST', path('/api/v1/console/subscriptions/{id}/charge', { id }), { key, ...confirmed })
          }
          onDone={({ outcome, detail }) => done([OUTCOMES[outcome], detail].filter(Boolean).join(' '))}
          onClose={() => setDoing(null)}
        />
      )}
      {doing === 'stop' && (
        <PreviewDialog
          title="정기결제 해지"
          confirmLabel="해지하기"
          typedName={String(id)}
          load={() => post(path('/api/v1/console/subscriptions/{id}/stop/preview', { id }))}
          confirm={(confirmed) =>
            send('POST', path('/api/v1/console/subscriptions/{id}/stop', { id }), confirmed)
          }
          onDone={() => done('해지했습니다.')}
          onClose={() => setDoing(null)}
        />
      )}
    </div>
  )
}

interface ActionProps {
  label: string
  why: string | null
  isDangerous?: boolean
  onPress: () => void
}

const Action = ({ label, why, isDangerous = false, onPress }: ActionProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <Button kind={isDangerous ? 'danger' : 'quiet'} disabled={why !== null} onClick={onPress}>
      {label}
    </Button>
    {why && <span className="text-caption text-ink-2">{why}</span>}
  </div>
)
