import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { put } from '../frame/calls'
import { Failure } from '../frame/failure'
import { TextArea } from '../frame/field'
import { Ready } from '../frame/part'
import { isReason, ReasonField } from '../frame/reason-field'
import { useSession } from '../frame/session'
import { networksQuery } from './queries'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The networks from which the console answers, one in a line. */
export function Networks() {
  const { isOwner } = useSession()
  const query = useQuery(networksQuery)
  return (
    <Ready query={query}>
      {({ networks }) =>
        isOwner ? (
          <NetworksForm key={networks.join()} networks={networks} />
        ) : (
          <p className="figures text-small">{networks.join(', ') || '어디서나 로그인할 수 있습니다.'}</p>
        )
      }
    </Ready>
  )
}

function NetworksForm({ networks }: { networks: string[] }) {
  const client = useQueryClient()
  const [text, setText] = useState(networks.join('\n'))
  const [reason, setReason] = useState('')
  const change = useMutation({
    mutationFn: () => put('/api/v1/console/networks', { networks: linesOf(text), reason: reason.trim() }),
    onSuccess: (saved) => {
      client.setQueryData(networksQuery.queryKey, saved)
      showToast('접속 네트워크를 바꿨습니다.')
    },
  })
  const isChanged = linesOf(text).join() !== networks.join()

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isChanged && isReason(reason) && !change.isPending) change.mutate()
  }

  return (
    <form method="post" noValidate onSubmit={submitted} className="grid max-w-100 gap-3">
      <TextArea
        label="네트워크"
        help="한 줄에 하나씩, 203.0.113.0/24처럼 적어 주세요. 지금 접속한 IP가 들어 있어야 합니다."
        className="figures"
        rows={4}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isChanged && (
        <>
          <p className="text-small">
            {linesOf(text).length === 0
              ? '저장하면 어디서나 콘솔에 로그인할 수 있습니다.'
              : `저장하면 ${linesOf(text).length}개 네트워크 밖에서는 바로 콘솔을 쓸 수 없습니다.`}
          </p>
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      <Failure error={change.error} />
      <div>
        <Button type="submit" disabled={!isChanged || !isReason(reason)} loading={change.isPending}>
          저장
        </Button>
      </div>
    </form>
  )
}
