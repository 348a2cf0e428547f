import type { GrantState } from '../api/types'
import { Callout } from '../ui/callout'
import { useConfirmedAction } from '../ui/confirmed-action'
import { Switch } from '../ui/switch'
import { useGrant, useWithdraw } from './queries'
import { RightNumbers } from './right-numbers'
import { serviceName } from './words'

interface RightProps {
  subId: number
  service: Pick<GrantState, 'serviceId' | 'kind' | 'planName' | 'address' | 'planDeviceLimit'>
  /** What it may do with the service; nothing where it does not see it. */
  grant: GrantState | undefined
}

const isOver = (grant: GrantState | undefined) => grant?.state === 'expired' || grant?.state === 'ended'

/** One service as a switch; where it is on, how many devices and changes, and whether the record is shown. */
export function Right({ subId, service, grant }: RightProps) {
  const { serviceId, planName, address } = service
  const put = useGrant(subId, serviceId)
  // Apart from the switches, so that a refusal is said where it was asked for.
  const numbers = useGrant(subId, serviceId)
  const withdraw = useWithdraw(subId, serviceId)
  const { ask, refusal } = useConfirmedAction()
  const name = serviceName(service)
  const busy = put.isPending || numbers.isPending || withdraw.isPending

  function turn(on: boolean) {
    if (on)
      return put.mutate({
        deviceLimit: Math.min(1, service.planDeviceLimit),
        changeLimit: 0,
        seesRecord: false,
      })
    const count = grant?.devices.length ?? 0
    ask({
      title: '권한을 거두시겠습니까?',
      message: `${name} 상품이 이 아이디에 보이지 않게 되고, 만들어 둔 기기 설정 링크는 취소됩니다.${
        count > 0 ? ` 이 아이디로 등록한 기기 ${count}대가 삭제되고 연결이 바로 끊깁니다.` : ''
      }`,
      confirmLabel: '권한 거두기',
      act: () => withdraw.mutateAsync(undefined),
      done: '권한을 거두었습니다.',
    })
  }

  return (
    <li className="grid gap-4 rounded-card border border-line p-5">
      <Switch
        label={
          <>
            {planName}{' '}
            {address && (
              <span translate="no" className="address">
                {address}
              </span>
            )}
          </>
        }
        note={isOver(grant) ? '이용이 끝난 상품' : grant ? '사용할 수 있음' : '사용할 수 없음'}
        checked={grant !== undefined}
        disabled={busy}
        onChange={turn}
      />
      {grant && !isOver(grant) && (
        <>
          <RightNumbers
            grant={grant}
            save={(typed) => {
              put.reset()
              return numbers.mutateAsync({ ...typed, seesRecord: grant.seesRecord })
            }}
            switchedAt={put.submittedAt}
          />
          <Switch
            label={
              <>
                이용 기록 보기<span className="sr-only">, {name}</span>
              </>
            }
            note="상품의 사용량과, 자기 기기의 접속 기록을 봅니다."
            checked={grant.seesRecord}
            disabled={busy}
            onChange={(seesRecord) =>
              put.mutate({ deviceLimit: grant.deviceLimit, changeLimit: grant.changeLimit, seesRecord })
            }
          />
        </>
      )}
      {(refusal ?? put.error) && <Callout tone="danger">{refusal ?? put.error?.message}</Callout>}
    </li>
  )
}
