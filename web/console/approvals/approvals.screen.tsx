import { DeclaredList } from '../desk/declared-list'
import type { Approval } from '../frame/types'
import { When } from '../frame/when'
import { ApprovalSheet } from './approval-sheet'

const own = {
  preview: ({ preview, label, isNews }: Approval) => (
    <>
      {preview.title || label}
      {isNews && <span className="ml-2 whitespace-nowrap text-accent text-caption">새 결과</span>}
    </>
  ),
  askedBy: ({ askedBy, mine }: Approval) => (mine ? `${askedBy.name} (나)` : askedBy.name),
  reason: ({ reason }: Approval) => <span className="line-clamp-1">{reason}</span>,
  expiresAt: ({ state, expiresAt }: Approval) => (state === 'asked' ? <When at={expiresAt} /> : '–'),
  decidedBy: ({ decidedBy }: Approval) => decidedBy?.name ?? '–',
}

/** What waits for a second person, and what came of it. */
export function Component() {
  return (
    <DeclaredList<Approval>
      list="approvals"
      title="승인"
      own={own}
      idOf={({ id }) => String(id)}
      nameOf={({ preview }) => preview.title}
      empty={<p>승인을 기다리는 일이 없습니다. 두 사람의 확인이 필요한 변경을 요청하면 여기에 나타납니다.</p>}
      sheetTitle={(id, approval) => approval?.label ?? `승인 ${id}`}
      sheet={(id) => <ApprovalSheet id={id} />}
    />
  )
}
