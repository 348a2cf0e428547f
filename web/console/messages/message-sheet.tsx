import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button, ButtonLink } from '../frame/button'
import { send } from '../frame/calls'
import { FactList } from '../frame/fact-list'
import { Ready } from '../frame/part'
import { PreviewDialog } from '../frame/preview-dialog'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { MessageState } from './message-state'
import { MESSAGES } from './queries'
import { CHANNELS, refusalInWords } from './words'

/** One message with its text, and whether it can be sent once more. */
export function MessageSheet({ id }: { id: number }) {
  const client = useQueryClient()
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const query = useQuery(consoleQuery(path('/api/v1/console/messages/{id}', { id })))
  return (
    <Ready query={query} shape="h-60">
      {(message) => (
        <div className="grid gap-5">
          <FactList
            facts={[
              { label: '상태', value: <MessageState message={message} /> },
              message.refusal !== null && { label: '이유', value: refusalInWords(message.refusal) },
              { label: '종류', value: CHANNELS[message.channel] },
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
            <PreviewDialog
              title="메시지 다시 보내기"
              confirmLabel="다시 보내기"
              load={async () => ({
                title: '메시지 다시 보내기',
                rows: [
                  { label: '받는 사람', value: message.recipient },
                  { label: '내용', value: message.subject || message.body },
                ],
                warnings: [],
                count: null,
                amount: null,
                digest: '',
              })}
              confirm={({ reason }) =>
                send('POST', path('/api/v1/console/messages/{id}/again', { id }), { reason })
              }
              onDone={async () => {
                setAsking(false)
                showToast('다시 보내도록 했습니다.')
                await client.invalidateQueries({ queryKey: [MESSAGES] })
              }}
              onClose={() => setAsking(false)}
            />
          )}
        </div>
      )}
    </Ready>
  )
}
