import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import type { Order } from './queries'

type Message = Order['messages'][number]

const stateOf = ({ sentAt, givenUpAt, refusal }: Message) =>
  sentAt ? '보냄' : givenUpAt ? `보내지 못함 (${refusal ?? '이유 모름'})` : '보내는 중'

/** What the member was told about the order, and by which it is told again. */
export function Messages({ order }: { order: Order }) {
  const may = useMay()
  const [asked, setAsked] = useState<Message | null>(null)
  const close = () => setAsked(null)
  if (order.messages.length === 0)
    return (
      <p className="text-ink-2 text-small">
        아직 보낸 메시지가 없습니다. 결제와 환불을 안내하면 여기에 남습니다.
      </p>
    )
  return (
    <>
      <ul className="grid text-small">
        {order.messages.map((message) => (
          <li
            key={message.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 last:border-b"
          >
            <span className="min-w-0 flex-1">
              <span className="block">{message.subject || '문자'}</span>
              <span className="text-caption text-ink-2">
                {message.channel === 'mail' ? '메일' : '문자'} · {message.recipient || '받는 사람 지움'} ·{' '}
                {stateOf(message)} · <When at={message.sentAt ?? message.createdAt} />
              </span>
            </span>
            {may('orders.resend') && message.maySendAgain && (
              <Button kind="quiet" onClick={() => setAsked(message)}>
                다시 보내기
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ChangeDialog
          change="orders.resend"
          target={order.id}
          title="메시지 다시 보내기"
          wish={{ message: asked.id }}
          onClose={close}
        />
      )}
    </>
  )
}
