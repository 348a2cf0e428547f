import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { Part } from '../frame/part'
import { Rows } from '../frame/rows'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { Beside } from './queries'
import { OWED, orderState, serviceState } from './words'

const LINK = 'underline underline-offset-4'

/** What the member has and owes, as far as the role may see it. */
export function MemberBeside({ beside, memberId }: { beside: Beside; memberId: number }) {
  const { memberSince, inquiries, points, tickets, services, orders, owes } = beside
  return (
    <Part
      title="회원"
      actions={
        <Link to={`/console/members/${memberId}`} className={`${LINK} text-small`}>
          회원 보기
        </Link>
      }
    >
      <FactList
        facts={[
          { label: '가입', value: <When at={memberSince} /> },
          {
            label: '문의',
            value: (
              <Link to={`/console/inquiries?state=all&member=${memberId}`} className={LINK}>
                {inquiries}건 모두 보기
              </Link>
            ),
          },
          points !== null && {
            label: '포인트',
            value: <span className="figures">{points.toLocaleString('ko-KR')}</span>,
          },
          tickets !== null && { label: '교체권', value: <span className="figures">{tickets}장</span> },
        ]}
      />
      {owes !== null && owes.length > 0 && (
        <Rows
          items={owes}
          idOf={({ orderId, subscriptionId }) => orderId ?? `s${subscriptionId}`}
          title={({ state }) => <State tone="danger">{OWED[state]}</State>}
          detail={({ dueAt }) => <When at={dueAt} />}
          actions={({ amount }) => <Money won={amount} />}
          empty=""
        />
      )}
      {services && (
        <Rows
          items={services}
          idOf={({ id }) => id}
          title={({ id, planName }) => (
            <Link to={`/console/services/${id}`} className={LINK}>
              {planName}
            </Link>
          )}
          detail={({ address, endsAt }) => (
            <>
              <span className="figures">{address ?? '주소 없음'}</span> · <When at={endsAt} />
            </>
          )}
          actions={({ state }) => <State tone={serviceState[state].tone}>{serviceState[state].word}</State>}
          empty="이용한 상품이 없습니다."
        />
      )}
      {orders && (
        <Rows
          items={orders}
          idOf={({ id }) => id}
          title={({ id, planName }) => (
            <Link to={`/console/orders/${id}`} className={LINK}>
              {planName}
            </Link>
          )}
          detail={({ amount, createdAt }) => (
            <>
              <Money won={amount} /> · <When at={createdAt} />
            </>
          )}
          actions={({ state }) => <State tone={orderState[state].tone}>{orderState[state].word}</State>}
          empty="주문한 적이 없습니다."
        />
      )}
    </Part>
  )
}
