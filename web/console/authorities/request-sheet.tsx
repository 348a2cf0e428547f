import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { plainDay } from '../../src/korean/dates'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { AnswerRequest } from './answer-request'
import { Standing } from './standing'
import { branchOf, kindOf } from './words'

/** One request: what was asked, what was given, and what can be done about it. */
export function RequestSheet({ id }: { id: number }) {
  const may = useMay()
  const [asking, setAsking] = useState<'answer' | 'void' | null>(null)
  const query = useQuery(consoleQuery(path('/api/v1/console/authorities/{id}', { id })))
  return (
    <Ready query={query} shape="h-60">
      {(request) => (
        <div className="grid gap-5">
          <FactList
            facts={[
              { label: '상태', value: <Standing request={request} /> },
              request.voidReason !== null && { label: '무효 사유', value: request.voidReason },
              { label: '기관', value: `${request.authority} (${branchOf(request.branch)})` },
              { label: '구분', value: kindOf(request.kind) },
              request.permitNumber !== '' && { label: '허가서·영장', value: request.permitNumber },
              { label: '받은 날', value: plainDay(request.receivedOn) },
              { label: '요청 인원', value: `${request.peopleAsked}명` },
              { label: '요청 내용', value: <span className="whitespace-pre-line">{request.asked}</span> },
              { label: '등록', value: request.registeredBy },
              request.peopleGiven !== null && { label: '제공 인원', value: `${request.peopleGiven}명` },
              request.given !== '' && { label: '제공한 자료', value: request.given },
              request.answeredBy !== null && { label: '회신', value: request.answeredBy },
              request.answeredAt !== null && { label: '회신한 때', value: <When at={request.answeredAt} /> },
            ]}
          />
          {may('authorities.register') && request.voidReason === null && (
            <div className="flex flex-wrap gap-2">
              {request.outcome === null && (
                <Button kind="quiet" onClick={() => setAsking('answer')}>
                  회신 적기
                </Button>
              )}
              <Button kind="danger" onClick={() => setAsking('void')}>
                무효로 하기
              </Button>
            </div>
          )}
          {asking === 'answer' && <AnswerRequest request={request} onClose={() => setAsking(null)} />}
          {asking === 'void' && (
            <ChangeDialog
              change="authorities.void"
              target={id}
              title="무효로 하기"
              onClose={() => setAsking(null)}
            />
          )}
        </div>
      )}
    </Ready>
  )
}
