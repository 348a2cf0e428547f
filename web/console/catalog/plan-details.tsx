import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { figures } from '../../src/korean/money'
import { Callout } from '../../src/ui/callout'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Part, Ready } from '../frame/part'
import { useMay } from '../frame/session'
import { ChangePrices } from './change-prices'
import { type PlanPage, planQuery } from './queries'
import { SaleState } from './sale-state'
import { Versions } from './versions'
import { hasField, KINDS, speed } from './words'

/** What a plan is, what can be done with it now, and all its prices. */
export function PlanDetails({ id }: { id: string | number }) {
  return (
    <Ready query={useQuery(planQuery(id))} shape="h-80">
      {(plan) => <Details plan={plan} />}
    </Ready>
  )
}

function Details({ plan }: { plan: PlanPage }) {
  const may = useMay()
  const [doing, setDoing] = useState<'plan' | 'prices' | 'sale' | null>(null)
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  const close = () => setDoing(null)
  const { rotation } = plan
  const isPriced = (plan.versions ?? []).length > 0
  return (
    <div className="grid gap-6">
      <FactList
        facts={[
          { label: '판매', value: <SaleState plan={plan} /> },
          { label: '종류', value: KINDS[plan.kind] },
          { label: '코드', value: plan.code },
          plan.carrier !== '' && { label: '주소', value: `${plan.carrier} ${plan.region}` },
          plan.free !== null && { label: '팔 수 있는 주소', value: `${figures(plan.free)}개` },
          plan.description !== '' && { label: '설명', value: plan.description },
          { label: '기기', value: `${plan.deviceLimit}대, 동시 접속 ${plan.connections}대` },
          plan.kind !== 'ticket' && {
            label: '속도',
            value: `올리기 ${speed(plan.uploadMbit)}, 내려받기 ${speed(plan.downloadMbit)}`,
          },
          rotation !== null && {
            label: '주소 교체',
            value: `${rotation.leastSeconds}초에 한 번, 하루 ${figures(rotation.aDay ?? 0)}번까지`,
          },
          { label: '정기결제', value: `${figures(plan.subscriptions)}건` },
        ]}
      />
      {plan.state === 'hidden' && (
        <Callout tone="info">
          {isPriced
            ? '아직 숨긴 상품입니다. ‘판매 상태 바꾸기’로 판매를 시작해 주세요.'
            : '아직 숨긴 상품입니다. 가격을 정하면 판매를 시작할 수 있습니다.'}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        {may('catalog.prices') && (
          <Button onClick={() => setDoing('prices')}>{isPriced ? '가격 바꾸기' : '가격 정하기'}</Button>
        )}
        {may('catalog.switch') && (
          <Button kind="quiet" onClick={() => setDoing('sale')}>
            판매 상태 바꾸기
          </Button>
        )}
        {may('catalog.plans') && (
          <Button kind="quiet" onClick={() => setDoing('plan')}>
            상품 바꾸기
          </Button>
        )}
      </div>
      <Part title="가격" lead="지난 가격은 지우지 않습니다. 그날 얼마에 팔았는지의 증거입니다.">
        <Versions
          versions={plan.versions ?? []}
          onWithdraw={may('catalog.prices') ? setWithdrawn : undefined}
        />
      </Part>
      {doing === 'prices' && <ChangePrices plan={plan} onClose={close} />}
      {withdrawn && (
        <ChangeDialog
          change="catalog.prices_withdrawn"
          target={plan.id}
          title="예정 가격 취소"
          wish={{ since: withdrawn }}
          onClose={() => setWithdrawn(null)}
        />
      )}
      {doing === 'sale' && (
        <ChangeDialog
          change="catalog.switch"
          target={plan.id}
          title="판매 상태 바꾸기"
          start={{ state: plan.state === 'visible' ? 'hidden' : 'visible' }}
          onClose={close}
        />
      )}
      {doing === 'plan' && (
        <ChangeDialog
          change="catalog.plans"
          target={plan.id}
          title="상품 바꾸기"
          initial={{ ...plan, ...plan.rotation }}
          shows={(name) => hasField(plan.kind, name)}
          onClose={close}
        />
      )}
    </div>
  )
}
