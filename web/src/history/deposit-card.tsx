import type { Deposit, Order } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { won } from '../korean/money'
import { Card } from '../ui/card'
import { CopyButton } from '../ui/copy-button'

/** The virtual account to pay into, on a plate like an address, with the amount and the deadline. */
export function DepositCard({ order, deposit }: { order: Order; deposit: Deposit }) {
  const { bankName, accountNumber, dueAt } = deposit
  return (
    <Card title="입금 계좌" lead="입금이 확인되면 바로 이용이 시작되고 이메일로 알려 드립니다.">
      <div className="rounded-card border border-accent py-4 pr-3 pl-5 ring-1 ring-accent">
        <p className="text-caption text-ink-2">{bankName}</p>
        <div className="mt-1 flex min-h-11 items-center justify-between gap-2">
          <span translate="no" className="address text-title-s sm:text-title-m">
            {accountNumber}
          </span>
          <CopyButton text={accountNumber} what="계좌번호" />
        </div>
      </div>
      <dl className="figures mt-4 grid gap-2 text-small">
        <div className="flex items-center justify-between gap-4">
          <dt className="text-ink-2">입금하실 금액</dt>
          <dd className="flex items-center gap-1 font-semibold">
            {won(order.amount)}
            <CopyButton text={String(order.amount)} what="입금 금액" />
          </dd>
        </div>
        <div className="flex items-center justify-between gap-4">
          <dt className="text-ink-2">입금 기한</dt>
          <dd className="font-semibold">{dayAndTime(dueAt)}</dd>
        </div>
      </dl>
      <p className="mt-3 text-caption text-ink-2">
        금액이 다르면 입금되지 않습니다. 위 금액을 한 번에 입금해 주세요.
      </p>
    </Card>
  )
}
