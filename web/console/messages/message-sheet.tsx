import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { ChangeDialog } from '../desk/change-dialog'
import { ListedState } from '../desk/listed-state'
import { stateOf } from '../desk/lists'
import { Button, ButtonLink } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { When } from '../frame/when'

/** One message with its text, and whether it can be sent once more. */
export function MessageSheet({ id }: { id: number }) {
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const query = useQuery(consoleQuery(path('/api/v1/console/messages/{id}', { id })))
  return (
    <Ready query={query} shape="h-60">
      {(message) => (
        <div className="grid gap-5">
          <FactList
            facts={[
              { label: '상태', value: <ListedState list="messages" state={message.state} /> },
              message.refusal !== null && { label: '이유', value: message.refusal },
              { label: '종류', value: stateOf('messages', 'channel', message.channel).word },
              { label: '받는 사람', value: message.recipient || '보관 기간이 지나 지움' },
              { label: '만든 때', value: <When at={message.createdAt} /> },
              message.sentAt !== null && { label: '보낸 때', value: <When at={message.sentAt} /> },
            ]}
          />
          <div className="flex flex-wrap gap-2">
            {may('messages.send') && message.whyNotAgain === null && (
              <Button kind="quiet" onClick={() => setAsking(true)}>
                다시 보내기
              </Button>
            )}
            {message.memberId !== null && (
              <ButtonLink to={`/console/members/${message.memberId}`}>회원 보기</ButtonLink>
            )}
          </div>
          {message.whyNotAgain && <p className="text-caption text-ink-2">{message.whyNotAgain}</p>}
          <pre className="whitespace-pre-wrap break-words rounded-control bg-surface p-4 font-sans text-small">
            {message.body || '내용을 보여 드리지 않는 메시지입니다.'}
          </pre>
          {message.buttonLabel && (
            <p className="text-caption text-ink-2">메일의 단추: {message.buttonLabel}</p>
          )}
          {isAsking && (
            <ChangeDialog
              change="messages.send"
              target={id}
              title="메시지 다시 보내기"
              picture={() => (
                <FactList
                  facts={[
                    { label: '받는 사람', value: message.recipient },
                    { label: '내용', value: message.subject || message.body },
                  ]}
                />
              )}
              onClose={() => setAsking(false)}
            />
          )}
        </div>
      )}
    </Ready>
  )
}
