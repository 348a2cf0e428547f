import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { Thread } from './queries'
import { CATEGORIES, STATES } from './words'

const LINK = 'underline underline-offset-4'

/** What an inquiry is: its state, who asks about what, and how long they wait. */
export function InquiryFacts({ thread }: { thread: Thread }) {
  const { state, category, member, service, order, waitingSince, takenBy, createdAt } = thread
  return (
    <FactList
      facts={[
        { label: '상태', value: <State tone={STATES[state].tone}>{STATES[state].word}</State> },
        waitingSince !== null && { label: '기다린 때', value: <When at={waitingSince} /> },
        { label: '담당', value: takenBy ?? '아무도 없음' },
        { label: '분류', value: CATEGORIES[category] },
        {
          label: '회원',
          value: (
            <Link to={`/console/members/${member.id}`} className={LINK}>
              {member.name} {member.loginId}
            </Link>
          ),
        },
        service !== null && {
          label: '문의한 상품',
          value: (
            <Link to={`/console/services/${service.id}`} className={LINK}>
              {service.planName} {service.address}
            </Link>
          ),
        },
        order !== null && {
          label: '문의한 주문',
          value: (
            <Link to={`/console/orders/${order.orderId}`} className={LINK}>
              {order.planName} {order.orderId}
            </Link>
          ),
        },
        { label: '접수', value: <When at={createdAt} /> },
      ]}
    />
  )
}
