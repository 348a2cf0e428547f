import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { authorOf, type Entry } from './entry'
import { EntrySheet } from './entry-sheet'
import { objectOf, useActionWord } from './words'

const columnsOf = (wordOf: (action: string) => string): Column<Entry>[] => [
  { key: 'action', label: '한 일', cell: ({ action }) => wordOf(action) },
  { key: 'object', label: '대상', cell: objectOf },
  { key: 'staff', label: '누가', cell: authorOf },
  { key: 'reason', label: '사유', cell: ({ reason }) => <span className="line-clamp-1">{reason}</span> },
  {
    key: 'alone',
    label: '확인',
    cell: ({ alone, approvalId }) =>
      alone ? <State tone="warn">혼자 확인</State> : approvalId ? <State tone="ok">두 사람</State> : '',
  },
  { key: 'at', label: '언제', cell: ({ at }) => <When at={at} /> },
  {
    key: 'address',
    label: '접속 주소',
    cell: ({ address }) => <span className="figures">{address}</span>,
    isExtra: true,
  },
  { key: 'index', label: '번호', cell: ({ index }) => index, isFigure: true, isExtra: true },
]

const FILTERS: Filter[] = [
  { kind: 'dates', name: 'at', label: '기간', from: 'from', to: 'to' },
  { kind: 'text', name: 'action', label: '한 일', placeholder: 'orders.refund' },
  { kind: 'text', name: 'object', label: '대상 종류', placeholder: 'order' },
  { kind: 'text', name: 'objectId', label: '대상 번호' },
  { kind: 'text', name: 'staff', label: '직원 번호' },
]

export function Component() {
  return (
    <ListScreen<Entry>
      title="기록"
      label="기록"
      path="/api/v1/console/record"
      columns={columnsOf(useActionWord())}
      filters={FILTERS}
      search="사유, 요청 번호 찾기"
      idOf={({ index }) => String(index)}
      empty={<p>아직 기록이 없습니다. 콘솔에서 무엇을 바꾸면 누가 언제 왜 바꾸었는지 여기에 남습니다.</p>}
      sheetTitle={(index) => `기록 ${index}`}
      sheet={(_, entry) => <EntrySheet entry={entry} />}
    />
  )
}
