import { withParticle } from '../korean/particles'
import { usePageData } from '../pages/use-page-data'
import { useConfig } from '../site'
import { classes } from '../ui/classes'
import { Prose } from '../ui/prose'
import { Section } from '../ui/section'
import { Chapter } from './chapter'
import { Comparison } from './comparison'
import { Kinds, kindsSold } from './kinds'
import { NextSteps } from './next-steps'
import { OneLine } from './one-line'
import { PageHead } from './page-head'
import { guide } from './pages'
import { PurchaseSteps } from './purchase-steps'

/** The overview of all products: what they are, for whom, how they are bought, and what they cannot do. */
export default function Guide() {
  const config = useConfig()
  const [{ guide: page }] = usePageData(guide)
  const { texts } = page
  const kinds = kindsSold(config)
  return (
    <>
      <div className="page grid gap-8 pt-12 pb-18 lg:pt-18">
        <div className="max-w-text">
          <PageHead kind="이용안내" title={page.title} />
          <Prose html={page.lead} className="mt-6 text-lead" />
        </div>
        <OneLine texts={texts} />
      </div>
      {kinds.length > 0 && (
        <Section
          shaded
          title={
            kinds.length > 1
              ? '고정 IP와 유동 IP'
              : `${withParticle(kinds[0]?.name ?? '', '은/는')} 이런 상품입니다`
          }
        >
          <div className="grid gap-12">
            <div className={classes('grid items-start gap-12', kinds.length === 1 && 'lg:grid-cols-2')}>
              <Kinds kinds={kinds} texts={texts} />
              <Comparison kinds={kinds} texts={texts} />
            </div>
            {config.ticketYn === 'Y' && (
              <p className="max-w-text">
                <strong className="font-semibold">IP 교체권.</strong> {texts.ticketWhat}
              </p>
            )}
          </div>
        </Section>
      )}
      <Chapter title="구매에서 연결까지">
        <PurchaseSteps texts={texts} isFixedSold={config.sttcYn === 'Y'} />
      </Chapter>
      {page.sections.map(({ id, title, html }, place) => (
        <Chapter key={id} title={title} shaded={place % 2 === 0}>
          <Prose html={html} />
        </Chapter>
      ))}
      <Chapter title="다음으로" shaded={page.sections.length % 2 === 0}>
        <NextSteps steps={NEXT} />
      </Chapter>
    </>
  )
}

const NEXT = [
  { to: '/static-ip', title: '고정 IP VPN', text: '통신사와 지역, 요금을 봅니다.' },
  { to: '/dynamic-ip', title: '유동 IP VPN', text: '대역과 요금을 봅니다.' },
  { to: '/ip-ticket', title: 'IP 교체권', text: '고정 IP를 다른 주소로 바꿉니다.' },
  { to: '/use/windows', title: '연결하는 방법', text: '기기마다 그림을 따라 연결합니다.' },
  { to: '/support/faq?page=1', title: '자주 묻는 질문', text: '다른 분들이 먼저 물어본 것들입니다.' },
]
