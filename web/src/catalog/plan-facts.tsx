import { useSuspenseQuery } from '@tanstack/react-query'
import type { Plan } from '../api/types'
import { configQuery } from '../site/queries'
import { DynamicFacts } from './dynamic-facts'
import { Fact } from './fact'
import { StaticFacts } from './static-facts'
import { TicketFacts } from './ticket-facts'

const FACTS = { static: StaticFacts, dynamic: DynamicFacts, ticket: TicketFacts }

/** What the law wants known before paying, in the words of somebody who wants to be understood. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const Facts = FACTS[plan.kind]
  return (
    <section>
      <h2 className="mb-4 text-title-s">구매 전에 확인해 주세요</h2>
      <dl className="border-line border-b">
        <Facts plan={plan} />
        <Fact name="문의">
          {config.tel} · {config.siteMail} · {config.supportHours}
        </Fact>
      </dl>
    </section>
  )
}
