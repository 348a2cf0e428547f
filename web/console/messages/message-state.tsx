import { State } from '../frame/state'
import type { MessageLine } from './queries'

/** What became of a message. One that may go out by day only says so. */
export function MessageState({ message }: { message: Pick<MessageLine, 'state' | 'notBefore'> }) {
  if (message.state === 'sent') return <State tone="ok">보냄</State>
  if (message.state === 'refused') return <State tone="danger">보내지 못함</State>
  return (
    <State tone="warn">
      {message.notBefore && Date.parse(message.notBefore) > Date.now() ? '낮을 기다림' : '보내는 중'}
    </State>
  )
}
