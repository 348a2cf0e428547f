import { DeclaredList } from '../desk/declared-list'
import { State } from '../frame/state'
import { authorOf, type Entry } from './entry'
import { EntrySheet } from './entry-sheet'
import { objectOf, useActionWord } from './words'

function useOwn() {
  const wordOf = useActionWord()
  return {
    action: ({ action }: Entry) => wordOf(action),
    objectKind: objectOf,
    staff: authorOf,
    reason: ({ reason }: Entry) => reason && <span className="line-clamp-1">{reason}</span>,
    alone: ({ alone, approvalId }: Entry) =>
      alone ? <State tone="warn">혼자 확인</State> : approvalId ? <State tone="ok">두 사람</State> : '',
  }
}

export function Component() {
  return (
    <DeclaredList<Entry>
      list="record"
      title="기록"
      own={useOwn()}
      idOf={({ index }) => String(index)}
      empty={<p>아직 기록이 없습니다. 콘솔에서 무엇을 바꾸면 누가 언제 왜 바꾸었는지 여기에 남습니다.</p>}
      sheetTitle={(index) => `기록 ${index}`}
      sheet={(_, entry) => <EntrySheet entry={entry} />}
    />
  )
}
