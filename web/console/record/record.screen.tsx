import { useQuery } from '@tanstack/react-query'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { authorOf, type Entry } from './entry'
import { EntrySheet } from './entry-sheet'
import { OBJECT_WORDS, objectOf, useActionWord, useActionWords } from './words'

const columnsOf = (wordOf: (action: string) => string): Column<Entry>[] => [
  { key: 'action', label: '한 일', cell: ({ action }) => wordOf(action) },
  { key: 'object', label: '대상', cell: objectOf },
  { key: 'staff', label: '누가', cell: authorOf },
  {
    key: 'reason',
    label: '사유',
    cell: ({ reason }) => reason && <span className="line-clamp-1">{reason}</span>,
  },
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

/** Whoever may see the staff chooses from their names. */
function useFilters(): Filter[] {
  const may = useMay()
  const staff = useQuery({ ...consoleQuery('/api/v1/console/staff'), enabled: may('staff.view') })
  const actions = useActionWords()
  return [
    { kind: 'dates', name: 'at', label: '기간', from: 'from', to: 'to' },
    { kind: 'select', name: 'action', label: '한 일', options: actions },
    { kind: 'select', name: 'object', label: '대상', options: OBJECT_WORDS },
    { kind: 'text', name: 'objectId', label: '대상 번호' },
    ...(staff.data
      ? [
          {
            kind: 'select' as const,
            name: 'staff',
            label: '누가',
            options: staff.data.items.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]
      : []),
  ]
}

export function Component() {
  return (
    <ListScreen<Entry>
      title="기록"
      label="기록"
      path="/api/v1/console/record"
      columns={columnsOf(useActionWord())}
      filters={useFilters()}
      search="사유, 요청 번호 찾기"
      idOf={({ index }) => String(index)}
      empty={<p>아직 기록이 없습니다. 콘솔에서 무엇을 바꾸면 누가 언제 왜 바꾸었는지 여기에 남습니다.</p>}
      sheetTitle={(index) => `기록 ${index}`}
      sheet={(_, entry) => <EntrySheet entry={entry} />}
    />
  )
}
