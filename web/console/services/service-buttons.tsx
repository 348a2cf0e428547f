import { useState } from 'react'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { Extend } from './extend'
import { Move } from './move'
import { CancelMove, Replace, Stop } from './presses'
import type { ServiceSheet } from './queries'

type Open = 'extend' | 'stop' | 'replace' | 'move' | 'cancelMove' | null

interface Deed {
  open: Exclude<Open, null>
  label: string
  permission: string
  whyNot: string | null
}

function deedsOf({ service, move, whyNot }: ServiceSheet): Deed[] {
  const isStopped = service.state === 'stopped'
  return [
    { open: 'extend', label: '기간 연장', permission: 'services.extend', whyNot: whyNot.extend },
    {
      open: 'stop',
      label: isStopped ? '정지 풀기' : '정지',
      permission: 'services.suspend',
      whyNot: isStopped ? whyNot.restart : whyNot.stop,
    },
    { open: 'replace', label: 'IP 무료 교체', permission: 'services.replace', whyNot: whyNot.replace },
    move?.isOwn
      ? { open: 'cancelMove', label: '이동 취소', permission: 'services.move', whyNot: whyNot.cancelMove }
      : { open: 'move', label: '다른 게이트웨이로', permission: 'services.move', whyNot: whyNot.move },
  ]
}

/** What can be done with the service now; of what cannot, the reason. */
export function ServiceButtons({ sheet }: { sheet: ServiceSheet }) {
  const may = useMay()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const deeds = deedsOf(sheet).filter(({ permission }) => may(permission))
  if (deeds.length === 0) return <p className="text-ink-2 text-small">이 서비스를 바꿀 권한이 없습니다.</p>
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2">
      {deeds.map(({ open: deed, label, whyNot }) => (
        <span key={deed} className="inline-flex max-w-full flex-wrap items-center gap-2">
          <Button kind="quiet" disabled={whyNot !== null} onClick={() => setOpen(deed)}>
            {label}
          </Button>
          {whyNot && <span className="text-caption text-ink-2">{whyNot}</span>}
        </span>
      ))}
      {open === 'extend' && <Extend sheet={sheet} onClose={close} />}
      {open === 'stop' && <Stop sheet={sheet} onClose={close} />}
      {open === 'replace' && <Replace sheet={sheet} onClose={close} />}
      {open === 'move' && <Move sheet={sheet} onClose={close} />}
      {open === 'cancelMove' && <CancelMove sheet={sheet} onClose={close} />}
    </div>
  )
}
