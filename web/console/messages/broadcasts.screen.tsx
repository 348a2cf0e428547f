import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import { ListScreen } from '../frame/list-screen'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { When } from '../frame/when'
import { BroadcastSheet } from './broadcast-sheet'
import { BroadcastState } from './broadcast-state'
import { BROADCASTS, type Broadcast } from './queries'
import { CHANNELS } from './words'
import { WriteBroadcast } from './write-broadcast'

const COLUMNS: Column<Broadcast>[] = [
  {
    key: 'subject',
    label: '내용',
    cell: ({ subject, body }) => <span className="line-clamp-1">{subject || body}</span>,
  },
  { key: 'channel', label: '종류', cell: ({ channel }) => CHANNELS[channel] },
  { key: 'advertising', label: '광고', cell: ({ isAdvertising }) => (isAdvertising ? '광고' : '안내') },
  { key: 'audience', label: '받는 회원', cell: ({ audience }) => audience },
  {
    key: 'written',
    label: '보낸 수',
    cell: ({ written, recipients }) => `${written.toLocaleString()} / ${recipients.toLocaleString()}`,
    isFigure: true,
  },
  { key: 'state', label: '상태', cell: ({ state }) => <BroadcastState state={state} /> },
  { key: 'madeBy', label: '누가', cell: ({ madeByName }) => madeByName },
  { key: 'madeAt', label: '언제', cell: ({ madeAt }) => <When at={madeAt} /> },
]

/** Notices and advertising to many members at once. */
export function Component() {
  const address = useListAddress()
  const may = useMay()
  const write = () => address.set({ write: '1' })
  return (
    <>
      <ListScreen<Broadcast>
        title="여러 회원에게 보내기"
        label="여러 회원에게 보내기"
        path={BROADCASTS}
        columns={COLUMNS}
        idOf={({ id }) => String(id)}
        empty={<p>아직 보낸 것이 없습니다. 점검 안내나 소식을 조건에 맞는 회원 모두에게 보낼 수 있습니다.</p>}
        actions={may('messages.broadcast') && <Button onClick={write}>새로 쓰기</Button>}
        sheetTitle={(id, broadcast) => broadcast?.subject || `보내기 ${id}`}
        sheet={(id) => <BroadcastSheet id={Number(id)} />}
        isKeptHere
      />
      {address.query.has('write') && may('messages.broadcast') && (
        <WriteBroadcast onClose={() => address.set({ write: null })} />
      )}
    </>
  )
}
