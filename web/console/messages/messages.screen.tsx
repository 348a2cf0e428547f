import { DeclaredList } from '../desk/declared-list'
import { stateOf } from '../desk/lists'
import { MessageSheet } from './message-sheet'
import type { MessageLine } from './queries'

const own = {
  subject: ({ subject, channel }: MessageLine) =>
    subject || `${stateOf('messages', 'channel', channel).word} 메시지`,
  recipient: ({ recipient }: MessageLine) => recipient || <span className="text-ink-2">지움</span>,
  refusal: ({ refusal }: MessageLine) => refusal && <span className="line-clamp-1">{refusal}</span>,
}

const VIEWS = [{ name: '보내지 못함', query: 'state=refused' }]

/** Everything that the shop has sent or is about to send. */
export function Component() {
  return (
    <DeclaredList<MessageLine>
      list="messages"
      title="보낸 메시지"
      own={own}
      views={VIEWS}
      idOf={({ id }) => String(id)}
      empty={
        <p>
          아직 보낸 메시지가 없습니다. 가입, 결제, 만료 안내처럼 회원에게 나가는 메일과 문자가 여기에
          남습니다.
        </p>
      }
      sheetTitle={(id, message) => message?.subject || `메시지 ${id}`}
      sheet={(id) => <MessageSheet id={Number(id)} />}
    />
  )
}
