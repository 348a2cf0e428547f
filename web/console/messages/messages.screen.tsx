import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { When } from '../frame/when'
import { MessageSheet } from './message-sheet'
import { MessageState } from './message-state'
import { MESSAGES, type MessageLine } from './queries'
import { CHANNELS, refusalInWords } from './words'

const COLUMNS: Column<MessageLine>[] = [
  {
    key: 'subject',
    label: '내용',
    cell: ({ subject, channel }) => subject || `${CHANNELS[channel]} 메시지`,
  },
  { key: 'channel', label: '종류', cell: ({ channel }) => CHANNELS[channel] },
  {
    key: 'recipient',
    label: '받는 사람',
    cell: ({ recipient }) => recipient || <span className="text-ink-2">지움</span>,
  },
  { key: 'state', label: '상태', cell: (message) => <MessageState message={message} /> },
  {
    key: 'refusal',
    label: '보내지 못한 이유',
    cell: ({ refusal }) => refusal && <span className="line-clamp-1">{refusalInWords(refusal)}</span>,
  },
  { key: 'createdAt', label: '만든 때', cell: ({ createdAt }) => <When at={createdAt} /> },
  { key: 'sentAt', label: '보낸 때', cell: ({ sentAt }) => <When at={sentAt} empty="–" />, isExtra: true },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: [
      { value: 'waiting', label: '보내는 중' },
      { value: 'sent', label: '보냄' },
      { value: 'refused', label: '보내지 못함' },
    ],
  },
  {
    kind: 'select',
    name: 'channel',
    label: '종류',
    options: [
      { value: 'mail', label: '메일' },
      { value: 'sms', label: '문자' },
    ],
  },
  { kind: 'dates', name: 'at', label: '기간', from: 'from', to: 'to' },
  { kind: 'text', name: 'member', label: '회원 번호' },
]

const VIEWS = [{ name: '보내지 못함', query: 'state=refused' }]

/** Everything that the shop has sent or is about to send. */
export function Component() {
  return (
    <ListScreen<MessageLine>
      title="보낸 메시지"
      label="보낸 메시지"
      path={MESSAGES}
      columns={COLUMNS}
      filters={FILTERS}
      views={VIEWS}
      search="메일 주소나 휴대폰 번호 전체"
      idOf={({ id }) => String(id)}
      empty={
        <p>
          아직 보낸 메시지가 없습니다. 가입, 결제, 만료 안내처럼 회원에게 나가는 메일과 문자가 여기에
          남습니다.
        </p>
      }
      sheetTitle={(id, message) => message?.subject || `메시지 ${id}`}
      sheet={(id) => <MessageSheet id={Number(id)} />}
      isKeptHere
    />
  )
}
