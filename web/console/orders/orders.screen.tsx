import { DeclaredList } from '../desk/declared-list'
import { BuyerLink } from './buyer-link'
import { OrderSheet } from './order-sheet'
import type { OrderLine } from './queries'
import { whatOf } from './words'

const own = {
  id: ({ id }: OrderLine) => <span className="figures">{id}</span>,
  buyer: ({ buyer }: OrderLine) => <BuyerLink buyer={buyer} />,
  what: ({ what }: OrderLine) => <span className="line-clamp-1">{whatOf(what)}</span>,
}

const VIEWS = [
  { name: '입금 대기', query: 'state=awaiting_deposit' },
  { name: '환불 계좌 대기', query: 'refund=awaiting_account' },
  { name: '멈춘 환불', query: 'refund=stuck' },
]

/** Every order, and by its views those whose money somebody waits for. */
export function Component() {
  return (
    <DeclaredList<OrderLine>
      list="orders"
      title="주문·결제"
      own={own}
      views={VIEWS}
      idOf={({ id }) => id}
      nameOf={({ id }) => `주문 ${id}`}
      pageOf={({ id }) => `/console/orders/${id}`}
      empty={<p>아직 주문이 없습니다. 회원이 상품을 주문하면 여기에 바로 나타납니다.</p>}
      sheetTitle={(id) => `주문 ${id}`}
      sheet={(id) => <OrderSheet id={id} />}
    />
  )
}
