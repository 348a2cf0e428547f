import { useRef, useState } from 'react'
import type { Service, ServiceMove } from '../api/types'
import { orderPath } from '../history/paths'
import { lastDay } from '../korean/dates'
import { Button, ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { openModal } from '../ui/modal'
import { MoveSettings } from './move-settings'
import { useMove } from './queries'

/** What a member has to do while the gateway of a service is being evacuated: where to, until when, and the one button. */
export function Moving({ service }: { service: Service }) {
  const { move } = service
  const heading = useRef<HTMLHeadingElement>(null)
  if (!move) return null
  return (
    <section
      aria-label={`${service.address} 접속 서버 이전`}
      className="grid gap-4 rounded-card border border-warn p-5 lg:col-span-2"
    >
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-lead">
          {TITLES[move.state](move)}
        </h2>
        <p className="text-ink-2 text-small">사유: {move.reason}</p>
      </div>
      {move.state === 'offered' ? (
        // The button that was pressed is gone then, so the heading takes the focus.
        <Offer service={service} move={move} onMoved={() => heading.current?.focus()} />
      ) : (
        <Moved service={service} move={move} />
      )}
    </section>
  )
}

const TITLES = {
  offered: ({ until }: ServiceMove) => `${lastDay(until)}까지 새 접속 서버로 이전해 주세요`,
  moving: () => '새 설정을 기기에 넣어 주세요',
  moved: () => '접속 서버가 이전되었습니다. 새 설정을 기기에 넣어 주세요',
}

interface Props {
  service: Service
  move: ServiceMove
}

function Offer({ service, move, onMoved }: Props & { onMoved: () => void }) {
  const start = useMove(service.id)
  const [refusal, setRefusal] = useState<string>()

  function ask() {
    setRefusal(undefined)
    openModal({
      type: 'confirm',
      title: '새 서버로 이전하시겠습니까?',
      message: `현재 IP: ${service.address}\n새 IP: ${move.address}\n새 설정으로 처음 접속하시면 이전 IP는 끝나며 되돌릴 수 없습니다.`,
      confirmLabel: '새 서버로 이전',
      onConfirm: (close) =>
        start
          .mutateAsync()
          .finally(close)
          .then(onMoved, (error: Error) => setRefusal(error.message)),
    })
  }

  return (
    <>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
        <dt className="text-ink-2">지금 IP</dt>
        <dd translate="no" className="address font-semibold">
          {service.address}
        </dd>
        <dt className="text-ink-2">새 IP</dt>
        <dd>
          <span translate="no" className="address font-semibold">
            {move.address}
          </span>{' '}
          <span className="text-ink-2">
            {service.carrier} {move.region}
          </span>
        </dd>
      </dl>
      <p className="max-w-prose text-small">
        누르시면 새 설정이 나옵니다. 지금 설정은 새 설정으로 처음 접속하실 때까지, 늦어도{' '}
        {lastDay(move.until)}
        까지 그대로 쓰실 수 있습니다. 누르지 않으시면 다음 날 0시에 새 IP로 이전됩니다.
      </p>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button loading={start.isPending} onClick={ask}>
          새 서버로 이전
        </Button>
        <Decline move={move} />
      </div>
    </>
  )
}

function Moved({ service, move }: Props) {
  return (
    <>
      <p className="max-w-prose text-small">
        {move.previousAddress
          ? `이전 설정(${move.previousAddress})은 새 설정으로 처음 접속하실 때까지, 늦어도 ${lastDay(move.until)}까지 쓰실 수 있습니다. 기기가 여러 대면 새 설정을 모두 넣은 다음 접속해 주세요.`
          : '이전 설정으로는 더 이상 접속되지 않습니다.'}{' '}
        접속을 허용할 IP를 등록해 두신 곳이 있다면 새 IP({service.address})를 등록해 주세요.
      </p>
      <MoveSettings serviceId={service.id} />
      <Decline move={move} />
    </>
  )
}

const Decline = ({ move }: { move: ServiceMove }) =>
  move.refundOrderId && (
    <p className="text-caption text-ink-2">
      이전을 원하지 않으시면 남은 기간의 요금을 위약금 없이 돌려드립니다. 한 주문으로 여러 개를 구매하셨다면
      모두 함께 환불됩니다.{' '}
      <ButtonLink to={orderPath(move.refundOrderId)} kind="text" className="-mx-2">
        이전하지 않고 환불받기
      </ButtonLink>
    </p>
  )
