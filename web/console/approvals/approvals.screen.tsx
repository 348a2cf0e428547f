import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { State } from '../frame/state'
import type { Approval } from '../frame/types'
import { When } from '../frame/when'
import { STATES } from './approval'
import { ApprovalSheet } from './approval-sheet'

const COLUMNS: Column<Approval>[] = [
  {
    key: 'title',
    label: '바꿀 것',
    cell: ({ preview, label, isNews }) => (
      <>
        {preview.title || label}
        {isNews && <span className="ml-2 whitespace-nowrap text-accent text-caption">새 결과</span>}
      </>
    ),
  },
  {
    key: 'state',
    label: '상태',
    cell: ({ state }) => <State tone={STATES[state].tone}>{STATES[state].word}</State>,
  },
  {
    key: 'askedBy',
    label: '요청한 사람',
    cell: ({ askedBy, mine }) => (mine ? `${askedBy.name} (나)` : askedBy.name),
  },
  { key: 'reason', label: '사유', cell: ({ reason }) => <span className="line-clamp-1">{reason}</span> },
  { key: 'askedAt', label: '요청', cell: ({ askedAt }) => <When at={askedAt} /> },
  {
    key: 'expiresAt',
    label: '기한',
    cell: ({ state, expiresAt }) => (state === 'asked' ? <When at={expiresAt} /> : '–'),
  },
  { key: 'decidedBy', label: '결정한 사람', cell: ({ decidedBy }) => decidedBy?.name ?? '–', isExtra: true },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: [
      { value: 'asked', label: '확인 대기' },
      { value: 'over', label: '끝남' },
    ],
  },
]

/** What waits for a second person, and what came of it. */
export function Component() {
  return (
    <ListScreen<Approval>
      title="승인"
      label="승인"
      path="/api/v1/console/approvals"
      columns={COLUMNS}
      filters={FILTERS}
      idOf={({ id }) => String(id)}
      nameOf={({ preview }) => preview.title}
      empty={<p>승인을 기다리는 일이 없습니다. 두 사람의 확인이 필요한 변경을 요청하면 여기에 나타납니다.</p>}
      sheetTitle={(id, approval) => approval?.label ?? `승인 ${id}`}
      sheet={(id) => <ApprovalSheet id={id} />}
      isKeptHere
    />
  )
}
