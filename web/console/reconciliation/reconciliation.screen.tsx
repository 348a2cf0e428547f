import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { AlarmSheet } from './alarm-sheet'
import { ALARMS, type Alarm } from './queries'

const COLUMNS: Column<Alarm>[] = [
  { key: 'title', label: '알람', cell: ({ title }) => title },
  {
    key: 'reference',
    label: '참조',
    cell: ({ about }) => (
      <span translate="no" className="address">
        {about}
      </span>
    ),
  },
  {
    key: 'state',
    label: '상태',
    cell: ({ clearedAt }) => (
      <State tone={clearedAt ? 'ok' : 'danger'}>{clearedAt ? '처리됨' : '처리 전'}</State>
    ),
  },
  { key: 'raisedAt', label: '생긴 때', cell: ({ raisedAt }) => <When at={raisedAt} /> },
  { key: 'clearedAt', label: '처리한 때', cell: ({ clearedAt }) => <When at={clearedAt} /> },
  {
    key: 'kind',
    label: '종류',
    cell: ({ kind }) => (
      <span translate="no" className="address">
        {kind}
      </span>
    ),
    isExtra: true,
  },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: [
      { value: 'open', label: '처리 전' },
      { value: 'cleared', label: '처리됨' },
    ],
  },
  {
    kind: 'select',
    name: 'area',
    label: '분야',
    options: [
      { value: 'money', label: '결제와 장부' },
      { value: 'fleet', label: '게이트웨이와 IP' },
      { value: 'backups', label: '백업' },
      { value: 'logs', label: '기록' },
      { value: 'others', label: '백업 외 모두' },
    ],
  },
  { kind: 'text', name: 'kind', label: '종류' },
  { kind: 'dates', name: 'at', label: '기간', from: 'from', to: 'to' },
]

const VIEWS = [
  { name: '처리 전', query: 'state=open' },
  { name: '백업', query: 'state=open&area=backups' },
]

/** What does not resolve itself: differences between our books and the provider's, backups, and all other alarms. */
export function Component() {
  return (
    <ListScreen<Alarm>
      title="정산 대조·알람"
      label="알람"
      path={ALARMS}
      columns={COLUMNS}
      filters={FILTERS}
      views={VIEWS}
      search="참조 전체: 주문번호, 게이트웨이, IP, 데이터베이스 백업, 변경 기록 보관, 파일 백업, 복구 시험"
      idOf={({ id }) => String(id)}
      empty={
        <p>
          알람이 없습니다. 10분마다 결제대행사와, 매일 새벽 장부끼리 대조하고, 저절로 풀리지 않는 차이가
          있으면 여기에 나타납니다. 게이트웨이나 백업에 이상이 있을 때도 여기에 나타납니다.
        </p>
      }
      sheetTitle={(id, alarm) => alarm?.title ?? `알람 ${id}`}
      sheet={(id) => <AlarmSheet id={Number(id)} />}
      isKeptHere
    />
  )
}
