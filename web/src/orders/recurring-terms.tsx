import { type ReactNode, useId } from 'react'
import type { Quote } from '../api/types'
import { useConfig } from '../site'
import { Fold } from '../ui/fold'
import { Won } from '../ui/price'
import { nextCharge } from './recurring'

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-1 sm:grid-cols-[112px_1fr] sm:gap-4">
    <dt className="font-semibold">{name}</dt>
    <dd className="text-ink-2">{children}</dd>
  </div>
)

interface RecurringTermsProps {
  months: number
  amount: number
  quote: Quote | undefined
}

/** Explains a recurring payment before it starts: amounts, dates, notices and how to cancel. */
export function RecurringTerms({ months, amount, quote }: RecurringTermsProps) {
  const config = useConfig()
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line p-5 pb-1 sm:px-6">
      <h2 id={id} className="text-lead">
        정기결제는 이렇게 진행됩니다
      </h2>
      <dl className="figures my-4 grid gap-3 text-small">
        <Row name="오늘">
          <Won amount={amount} />을 결제하고 바로 이용을 시작합니다.
        </Row>
        <Row name="다음 결제">
          {quote ? `${nextCharge(quote.periodUntil)}에 ` : ''}
          <Won amount={amount} />을 같은 카드로 결제하고, 그 뒤로 {months}개월마다 반복합니다.
        </Row>
        <Row name="해지">
          마이페이지 결제수단 관리에서 언제든 바로 해지합니다. 위약금이나 상담 절차는 없으며, 결제한 기간의
          마지막 날까지 이용합니다.
        </Row>
      </dl>
      <Fold title="안내 시점, 요금이 오르거나 결제가 안 될 때" className="border-b-0">
        <dl className="figures grid gap-3 text-small">
          <Row name="미리 안내">
            결제 7일 전과 1일 전에 이메일과 문자로 금액과 날짜를 알려 드리고, 결제한 뒤에는 영수 내용을 보내
            드립니다.
          </Row>
          <Row name="요금이 오르면">
            미리 동의를 구합니다. 동의하지 않으시면 오른 요금은 결제되지 않고, 결제한 기간까지만 이용합니다.
          </Row>
          <Row name="결제가 안 되면">
            바로 알려 드리고 1·3·5·7일 뒤에 다시 시도합니다.{' '}
            {config.graceDays > 0
              ? `결제한 기간이 끝나도 ${config.graceDays}일 동안은 계속 이용하실 수 있고, 그때까지 결제되지 않으면 이용이 정지됩니다. 최근 1년 안에 정기결제가 미납으로 정지되거나 끝난 회원과 카드에는 이 기간을 드리지 않습니다.`
              : '결제한 기간이 끝날 때까지 결제되지 않으면 이용이 정지됩니다.'}
          </Row>
        </dl>
      </Fold>
    </section>
  )
}
