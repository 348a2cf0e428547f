import type { ReactNode } from 'react'
import { TICKETS } from '../../generated/words/ledgers'
import type { TicketEntry } from '../api/types'
import { lastDay } from '../korean/dates'
import { MypageFrame, useMember } from '../members'
import { usePageData } from '../pages/use-page-data'
import { hasPage, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { Balance, Ledger, OrderLink } from './ledger'
import { tickets as ticketsPage } from './pages'

const SHOP = '/ip-ticket/payment'

const noteOf = ({ orderId, expiresAt }: TicketEntry): ReactNode =>
  (expiresAt || orderId) && (
    <>
      {expiresAt && `${lastDay(expiresAt)}까지 사용`}
      {expiresAt && orderId && ' · '}
      {orderId && <OrderLink orderId={orderId}>주문 보기</OrderLink>}
    </>
  )

const rowOf = (entry: TicketEntry) => ({
  at: entry.at,
  // Without an order it stands in for one that expired during a change that failed.
  what: entry.kind === 'granted' && !entry.orderId ? '기한이 지난 교체권 대신 드림' : TICKETS[entry.kind],
  note: noteOf(entry),
  amount: entry.amount,
})

export default function Tickets() {
  const config = useConfig()
  const member = useMember()
  const [{ tickets }, { page }] = usePageData(ticketsPage)
  return (
    <MypageFrame title="IP 교체권 내역">
      <Balance label="남은 IP 교체권" amount={member?.ipTicket ?? 0} unit="장">
        {hasPage(SHOP, config) && (
          <ButtonLink to={SHOP} kind="quiet" size="small">
            교체권 구매
          </ButtonLink>
        )}
      </Balance>
      <Ledger
        caption="IP 교체권 내역"
        unit="장"
        path={ticketsPage.path}
        page={page}
        entries={tickets}
        rowOf={rowOf}
        none="아직 IP 교체권 내역이 없습니다."
      />
    </MypageFrame>
  )
}
