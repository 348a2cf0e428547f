import { DeclaredList } from '../desk/declared-list'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { BroadcastSheet } from './broadcast-sheet'
import type { Broadcast } from './queries'
import { WriteBroadcast } from './write-broadcast'

const own = {
  subject: ({ subject, body }: Broadcast) => <span className="line-clamp-1">{subject || body}</span>,
  written: ({ written, recipients }: Broadcast) =>
    `${written.toLocaleString()} / ${recipients.toLocaleString()}`,
}

/** Notices and advertising to many members at once. */
export function Component() {
  const address = useListAddress()
  const may = useMay()
  const write = () => address.set({ write: '1' })
  return (
    <>
      <DeclaredList<Broadcast>
        list="broadcasts"
        title="여러 회원에게 보내기"
        own={own}
        idOf={({ id }) => String(id)}
        empty={<p>아직 보낸 것이 없습니다. 점검 안내나 소식을 조건에 맞는 회원 모두에게 보낼 수 있습니다.</p>}
        actions={may('messages.broadcast') && <Button onClick={write}>새로 쓰기</Button>}
        sheetTitle={(id, broadcast) => broadcast?.subject || `보내기 ${id}`}
        sheet={(id) => <BroadcastSheet id={Number(id)} />}
      />
      {address.query.has('write') && may('messages.broadcast') && (
        <WriteBroadcast onClose={() => address.set({ write: null })} />
      )}
    </>
  )
}
