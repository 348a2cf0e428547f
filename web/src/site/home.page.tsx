import { useSuspenseQuery } from '@tanstack/react-query'
import { PriceTable } from '../catalog/price-table'
import { staticPlansQuery } from '../catalog/queries'
import { ButtonLink } from '../ui/button'
import { Section } from '../ui/section'
import { CompanyFacts } from './home-company'
import { Differences, KINDS } from './home-differences'
import { Hero } from './home-hero'
import { Questions } from './home-questions'
import { Steps } from './home-steps'
import { configQuery } from './queries'

export default function Home() {
  const { data: config } = useSuspenseQuery(configQuery)
  const { data: plans } = useSuspenseQuery(staticPlansQuery)
  const isFixedSold = config.sttcYn === 'Y'
  const plan = isFixedSold ? plans[0] : undefined
  const kinds = KINDS.filter(({ feature }) => config[feature] === 'Y')
  return (
    <>
      <Hero plan={plan} isFixedSold={isFixedSold} />
      {kinds.length > 0 && (
        <Section
          shaded
          title={
            kinds.length > 1 ? '고정 IP와 유동 IP는 쓰임이 다릅니다' : `${kinds[0]?.name}은 이렇게 쓰입니다`
          }
        >
          <Differences kinds={kinds} />
        </Section>
      )}
      <Section title="결제부터 연결까지 세 단계입니다">
        <Steps />
      </Section>
      {plan && (
        <Section
          shaded
          title="요금"
          lead="표시된 금액이 결제할 금액 전부입니다. 부가세가 포함되어 있고, 가입비나 설치비는 없습니다."
        >
          <PriceTable plan={plan} />
          <div className="mt-8">
            <ButtonLink to="/static-ip">이용 기간 고르기</ButtonLink>
          </div>
        </Section>
      )}
      <Section title="구매 전에 많이 묻는 다섯 가지">
        <Questions config={config} deviceLimit={plan?.deviceLimit} />
      </Section>
      <Section title="판매하고 운영하는 곳">
        <CompanyFacts config={config} />
      </Section>
    </>
  )
}
