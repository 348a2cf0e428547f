import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { path } from '../../src/api/path'
import { Link } from '../../src/ui/link'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Part, Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { ObjectRecord } from '../record/object-record'
import { BothSides } from './both-sides'
import type { Alarm } from './queries'

/** One alarm: what it means, what to do, both sides of the money, and its end. */
export function AlarmSheet({ id }: { id: number }) {
  return (
    <Ready query={useQuery(consoleQuery(path('/api/v1/console/alarms/{id}', { id })))} shape="h-80">
      {(alarm) => (
        <div className="grid gap-6">
          <AlarmFacts alarm={alarm} />
          {alarm.orderId !== null && (
            <Part title="양쪽 장부" lead="결제대행사에는 지금 물어봅니다.">
              <BothSides id={id} />
            </Part>
          )}
          {alarm.clearedAt === null ? <Settle alarm={alarm} /> : <ObjectRecord kind="alarm" id={id} />}
        </div>
      )}
    </Ready>
  )
}

function AlarmFacts({ alarm }: { alarm: Alarm }) {
  return (
    <FactList
      facts={[
        { label: '뜻', value: alarm.means },
        alarm.clearedAt === null && { label: '할 일', value: <b>{alarm.todo}</b> },
        {
          label: '참조',
          value:
            alarm.orderId === null ? (
              <span translate="no" className="address">
                {alarm.about}
              </span>
            ) : (
              <Link
                to={`/console/orders/${alarm.orderId}`}
                translate="no"
                className="address underline underline-offset-4"
              >
                {alarm.reference}
              </Link>
            ),
        },
        { label: '내용', value: <span className="break-words">{alarm.detail}</span> },
        {
          label: '코드',
          value: (
            <code translate="no" className="text-caption text-ink-2">
              {alarm.kind}
            </code>
          ),
        },
        { label: '생긴 때', value: <When at={alarm.raisedAt} /> },
        alarm.clearedAt !== null && {
          label: '처리',
          value: (
            <>
              <When at={alarm.clearedAt} /> {alarm.clearedBy}
            </>
          ),
        },
      ]}
    />
  )
}

function Settle({ alarm: { id } }: { alarm: Alarm }) {
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  if (!may('reconciliation.settle'))
    return <p className="text-caption text-ink-2">알람을 처리할 권한이 없습니다.</p>
  return (
    <div ref={part}>
      <Button onClick={() => setAsking(true)}>처리 완료로 표시</Button>
      {isAsking && (
        <ChangeDialog
          change="reconciliation.settle"
          target={id}
          onClose={() => setAsking(false)}
          // The button that has the focus is going, and nothing would have it then.
          onDone={() =>
            part.current?.closest<HTMLElement>('section[tabindex]')?.focus({ preventScroll: true })
          }
        />
      )}
    </div>
  )
}
