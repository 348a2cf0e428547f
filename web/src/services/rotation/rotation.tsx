import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Rotation as Rules, Service } from '../../api/types'
import { timeOfDay } from '../../korean/dates'
import { minutesInWords, spoken } from '../../korean/durations'
import { figures } from '../../korean/money'
import { withRo } from '../../korean/particles'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Fold } from '../../ui/fold'
import { useSecondsLeft } from '../../ui/seconds-left'
import { Skeleton } from '../../ui/skeleton'
import { showToast } from '../../ui/toast'
import { LOOK_EVERY } from '../queries'
import { seesRecord, useOnlyLooks } from '../rights'
import { History } from './history'
import { Links } from './links'
import { rotationQuery, useRotate } from './queries'
import { Timer } from './timer'

/** How a dynamic service changes its address: by a press, by itself and by links, and which ones it had. A sub-id only presses. */
export default function Rotation({ service }: { service: Service }) {
  const { data: rules, error } = useQuery({
    ...rotationQuery(service.id),
    refetchInterval: ({ state }) => LOOK_EVERY[state.data?.applied === false ? 'waiting' : 'running'],
  })
  if (error && !rules) return <Callout tone="danger">{error.message}</Callout>
  if (!rules) return <Skeleton className="h-32" />
  return (
    <section aria-label="IP 변경" className="grid content-start gap-4">
      <Change service={service} rules={rules} />
      <div className="grid gap-2">
        {!service.rights && (
          <>
            <Fold framed title={settingsTitle(rules)}>
              <Timer serviceId={service.id} rules={rules} />
            </Fold>
            <Fold framed title={rules.links.length > 0 ? `변경 링크 ${rules.links.length}개` : '변경 링크'}>
              <Links serviceId={service.id} links={rules.links} />
            </Fold>
          </>
        )}
        {seesRecord(service) && (
          <Fold framed title="지난 IP">
            <History serviceId={service.id} />
          </Fold>
        )}
      </div>
    </section>
  )
}

const settingsTitle = ({ timer, onReconnect }: Rules) =>
  ['변경 설정', timer !== null && `${minutesInWords(timer)}마다`, onReconnect && '재접속할 때']
    .filter(Boolean)
    .join(' · ')

function Change({ service, rules }: { service: Service; rules: Rules }) {
  const rotate = useRotate(service.id)
  const onlyLooks = useOnlyLooks()
  const [refusal, setRefusal] = useState<string>()
  const when = useRef<HTMLParagraphElement>(null)
  const wait = useSecondsLeft(rules.mayChangeAt ? Date.parse(rules.mayChangeAt) : null)

  function press() {
    setRefusal(undefined)
    rotate.mutate(undefined, {
      onSuccess: ({ new: address }) => showToast(`IP가 ${withRo(address)} 변경되었습니다.`),
      onError: (error) => setRefusal(error.message),
      // The button cannot be pressed now, and so has lost the focus.
      onSettled: () => when.current?.focus(),
    })
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          kind="quiet"
          size="small"
          disabled={wait > 0 || onlyLooks}
          loading={rotate.isPending}
          onClick={press}
        >
          IP 변경
        </Button>
        {/* Two lines are no higher than the button, so that setting the timer moves nothing. */}
        <div className="figures text-caption text-ink-2">
          <p ref={when} tabIndex={-1}>
            {wait > 0
              ? `${spoken(wait)} 뒤에 변경하실 수 있습니다`
              : `오늘 ${figures(rules.changesLeft)}번 변경 가능`}
          </p>
          {rules.nextAt && <p>다음 자동 변경 {timeOfDay(rules.nextAt)}쯤</p>}
        </div>
      </div>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      {!rules.applied && (
        <p className="text-caption text-ink-2" role="status">
          새 IP를 게이트웨이에 적용하고 있습니다. 그때까지는 이전 IP로 나갑니다.
        </p>
      )}
      {rules.tailAddress && rules.tailUntil && (
        <p className="figures text-caption text-ink-2">
          열려 있던 연결은 늦어도 {timeOfDay(rules.tailUntil)}까지 이전 IP {withRo(rules.tailAddress)}{' '}
          이어집니다.
        </p>
      )}
    </div>
  )
}
