import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { useQueryString } from '../../src/ui/query'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { post } from '../frame/calls'
import { Failure } from '../frame/failure'
import { TextField } from '../frame/field'
import { Part } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { WhoResult } from './who-result'

/** Who had an address at a time: one asks, another confirms, and these two see the answer. */
export function Component() {
  const address = useQueryString()
  return <Lookup key={address.toString()} address={address} />
}

/** What the search has filled in is asked about at once. */
function Lookup({ address }: { address: URLSearchParams }) {
  const [wish, setWish] = useState({
    address: address.get('address') ?? '',
    at: (address.get('at') ?? '').replace(' ', 'T'),
  })
  const [isAsked, setAsked] = useState(address.has('address') && address.has('at'))
  const isReady = wish.address.trim() !== '' && wish.at !== ''

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setAsked(true)
  }

  return (
    <div className="grid max-w-180 gap-6">
      <div>
        <ScreenHead title="IP 사용자 조회" />
        <p className="mb-3 text-ink-2 text-small">
          어느 때에 그 IP를 누가 썼는지 찾습니다. 두 번째 사람이 확인해야 하고, 조회한 사실은 기록에 남으며
          개인정보 보호책임자에게 알려집니다.
        </p>
        <form
          method="post"
          noValidate
          onSubmit={submitted}
          className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end"
        >
          <TextField
            label="IP"
            placeholder="203.0.113.7"
            maxLength={15}
            value={wish.address}
            onChange={(event) => setWish({ ...wish, address: event.target.value.trim() })}
          />
          <TextField
            label="시각 (서울)"
            type="datetime-local"
            value={wish.at}
            onChange={(event) => setWish({ ...wish, at: event.target.value })}
          />
          <Button type="submit" disabled={!isReady}>
            확인하기
          </Button>
        </form>
      </div>
      <Answers first={address.get('approval')} />
      {isAsked && (
        <ChangeDialog
          change="addresses.who"
          target={null}
          given={wish}
          confirmLabel="조회 요청"
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

/** The answer to a question that was confirmed; looking at it is on record, so it takes a press. */
function Answers({ first }: { first: string | null }) {
  const [approval, setApproval] = useState(first ?? '')
  const look = useMutation({
    mutationFn: () => post(path('/api/v1/console/addresses/who/{id}/answer', { id: approval })),
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (/^\d+$/.test(approval) && !look.isPending) look.mutate()
  }

  return (
    <Part title="조회 결과" lead="요청한 사람과 확인한 사람만 볼 수 있습니다. 볼 때마다 기록에 남습니다.">
      <form method="post" noValidate onSubmit={submitted} className="flex max-w-80 items-end gap-2">
        <div className="flex-1">
          <TextField
            label="승인 번호"
            inputMode="numeric"
            maxLength={18}
            value={approval}
            onChange={(event) => setApproval(event.target.value.trim())}
          />
        </div>
        <Button type="submit" kind="quiet" disabled={!/^\d+$/.test(approval)} loading={look.isPending}>
          결과 보기
        </Button>
      </form>
      <Failure error={look.error} />
      {look.data && <WhoResult answer={look.data} />}
    </Part>
  )
}
