import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CHANNELS } from '../../generated/words/outbox'
import { path } from '../../src/api/path'
import { Callout } from '../../src/ui/callout'
import { Button } from '../frame/button'
import { get, post } from '../frame/calls'
import { Failure } from '../frame/failure'
import { TextField } from '../frame/field'
import { Part } from '../frame/part'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import type { Connection } from './queries'

const ASK_EVERY = 2000

const TITLES = { ...CHANNELS, toss: '토스페이먼츠', identity: '본인인증' }
const WHAT = {
  mail: '내 로그인 메일로 시험 메일을 보냅니다.',
  sms: '적은 휴대폰으로 시험 문자를 보냅니다. 문자 요금이 듭니다.',
  toss: '없는 주문을 조회해 결제대행사가 키를 받아 주는지 확인합니다. 결제는 일어나지 않습니다.',
  identity: '시작하지 않은 본인인증을 조회해 기관이 답하는지 확인합니다.',
}

/** One way out of the shop: whether it is set up, and a button that tries it. */
export function ConnectionTest({ connection }: { connection: Connection }) {
  const { name, isSet, isSandbox, says } = connection
  const may = useMay()('settings.test')
  const [phone, setPhone] = useState('')
  const test = useMutation({
    mutationFn: () =>
      name === 'sms'
        ? post('/api/v1/console/settings/connections/sms/test', { phone: phone.trim() })
        : post(`/api/v1/console/settings/connections/${name}/test`),
  })
  const isReady = name !== 'sms' || phone.trim().length >= 9

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !test.isPending) test.mutate()
  }

  return (
    <Part title={TITLES[name]} lead={says}>
      <State tone={!isSet ? 'warn' : isSandbox ? 'plain' : 'ok'}>
        {!isSet ? '설정하지 않음' : isSandbox ? '시험용' : '설정함'}
      </State>
      {may && (
        <form method="post" noValidate onSubmit={submitted} className="grid justify-items-start gap-3">
          <p className="text-ink-2 text-small">{WHAT[name]}</p>
          {name === 'sms' && (
            <TextField
              label="받을 휴대폰"
              type="tel"
              help="010-1234-5678처럼 적어 주세요."
              maxLength={20}
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
          )}
          <Button
            type="submit"
            kind="quiet"
            disabled={!isReady}
            loading={test.isPending}
            aria-label={`${TITLES[name]} 시험하기`}
          >
            시험하기
          </Button>
          <Failure error={test.error} />
        </form>
      )}
      <div role="status" className="grid gap-2">
        {test.data && (
          <Callout tone={test.data.works ? 'info' : 'warn'}>
            {test.data.says.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Callout>
        )}
        {test.data?.message != null && <Arrival message={test.data.message} />}
      </div>
    </Part>
  )
}

/** What becomes of a test message, asked until it is known. */
function Arrival({ message }: { message: number }) {
  const query = useQuery({
    queryKey: ['test-message', message],
    queryFn: ({ signal }) =>
      get(path('/api/v1/console/settings/connections/messages/{id}', { id: message }), {
        signal,
        quiet: true,
      }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : ASK_EVERY),
  })
  if (!query.data) return <Failure error={query.error} />
  const { state, says } = query.data
  return <Callout tone={state === 'sent' ? 'ok' : state === 'refused' ? 'danger' : 'info'}>{says}</Callout>
}
