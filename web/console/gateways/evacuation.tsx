import { useState } from 'react'
import { Link } from '../../src/ui/link'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Part } from '../frame/part'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import type { Gateway, GatewaySheet } from './queries'

interface EvacuationProps {
  gateway: Gateway
  evacuation: NonNullable<GatewaySheet['evacuation']>
}

/** How far the evacuation is, and the way out of it. */
export function Evacuation({ gateway, evacuation }: EvacuationProps) {
  const may = useMay()
  const [isCancelled, setCancelled] = useState(false)
  const { offered, moving, moved, declined, left, until, reason, begunAt } = evacuation
  const all = offered + moving + moved + declined + left
  return (
    <Part
      title="대피"
      lead={`회원에게 알린 사유: ${reason}`}
      actions={
        may('gateways.change') && (
          <Button kind="quiet" onClick={() => setCancelled(true)}>
            대피 취소
          </Button>
        )
      }
    >
      <progress
        aria-label="옮긴 서비스"
        max={Math.max(all, 1)}
        value={moved + declined}
        className="h-2 w-full accent-accent"
      />
      <FactList
        facts={[
          { label: '마지막 날', value: <When at={until} /> },
          { label: '시작', value: <When at={begunAt} /> },
          { label: '옮겼음', value: <span className="figures">{moved}건</span> },
          {
            label: '옮기는 중',
            value: <span className="figures">{moving}건 (기기가 새 설정으로 접속하면 끝)</span>,
          },
          { label: '회원 대기', value: <span className="figures">{offered}건</span> },
          declined > 0 && { label: '환불', value: <span className="figures">{declined}건</span> },
          left > 0 && {
            label: '자리 없음',
            value: (
              <Link to={`/console/services?gateway=${gateway.id}`} className="figures text-danger underline">
                {left}건. 10분마다 다시 찾습니다.
              </Link>
            ),
          },
        ]}
      />
      {isCancelled && (
        <ChangeDialog
          change="gateways.evacuation_cancelled"
          target={gateway.id}
          title="대피 취소"
          confirmLabel="대피 취소하기"
          onClose={() => setCancelled(false)}
        />
      )}
    </Part>
  )
}
