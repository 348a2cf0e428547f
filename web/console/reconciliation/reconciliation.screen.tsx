import { DeclaredList } from '../desk/declared-list'
import { AlarmSheet } from './alarm-sheet'
import type { Alarm } from './queries'

const own = {
  reference: ({ about }: Alarm) => (
    <span translate="no" className="address">
      {about}
    </span>
  ),
  kind: ({ kind }: Alarm) => (
    <span translate="no" className="address">
      {kind}
    </span>
  ),
}

const VIEWS = [
  { name: '처리 전', query: 'state=open' },
  { name: '백업', query: 'state=open&area=backups' },
]

/** What does not resolve itself: differences between our books and the provider's, backups, and all other alarms. */
export function Component() {
  return (
    <DeclaredList<Alarm>
      list="alarms"
      title="정산 대조·알람"
      own={own}
      views={VIEWS}
      idOf={({ id }) => String(id)}
      empty={
        <p>
          알람이 없습니다. 10분마다 결제대행사와, 매일 새벽 장부끼리 대조하고, 저절로 풀리지 않는 차이가
          있으면 여기에 나타납니다. 게이트웨이나 백업에 이상이 있을 때도 여기에 나타납니다.
        </p>
      }
      sheetTitle={(id, alarm) => alarm?.title ?? `알람 ${id}`}
      sheet={(id) => <AlarmSheet id={Number(id)} />}
    />
  )
}
