import { POINTS } from '../../generated/words/ledgers'
import type { PointEntry } from '../api/types'
import { figures } from '../korean/money'
import { MypageFrame, useMember } from '../members'
import { usePageData } from '../pages/use-page-data'
import { useConfig } from '../site'
import { Balance, Ledger, OrderLink } from './ledger'
import { points as pointsPage } from './pages'

const rowOf = ({ at, kind, amount, orderId, planName }: PointEntry) => ({
  at,
  what: POINTS[kind],
  note: orderId && <OrderLink orderId={orderId}>{planName ?? orderId}</OrderLink>,
  amount,
})

export default function Points() {
  const config = useConfig()
  const member = useMember()
  const [{ points }, { page }] = usePageData(pointsPage)
  return (
    <MypageFrame title="포인트 내역">
      <Balance label="사용 가능 포인트" amount={member?.point ?? 0} unit="포인트">
        <p className="max-w-text text-caption text-ink-2">
          {figures(config.pointReg)}포인트부터 결제하실 때 1포인트를 1원으로 사용하실 수 있습니다.
        </p>
      </Balance>
      <Ledger
        caption="포인트 내역"
        unit="포인트"
        path={pointsPage.path}
        page={page}
        entries={points}
        rowOf={rowOf}
        none={`아직 포인트 내역이 없습니다. 구매하시면 결제 금액의 ${config.pointPer}%가 적립됩니다.`}
      />
    </MypageFrame>
  )
}
