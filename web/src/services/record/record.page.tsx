import { MypageFrame } from '../../members'
import { usePageData } from '../../pages/use-page-data'
import { ButtonLink } from '../../ui/button'
import { PageError } from '../../ui/page-error'
import { useQueryString } from '../../ui/query'
import { record } from '../pages'
import { serviceIn, servicesPath } from '../paths'
import { Pretended } from '../pretended'
import { nameOf } from '../words'
import { periodOf } from './periods'
import { Sessions } from './sessions'
import { Usage } from './usage'
import { kept, NOT_RECORDED, RECORDED } from './words'

const BACK = servicesPath(1)

export default function Record() {
  const service = serviceIn(useQueryString())
  if (service) return <Sheet service={service} />
  return (
    <PageError title="상품을 찾을 수 없습니다" action={<ButtonLink to={BACK}>이용현황 보기</ButtonLink>}>
      <p>주소에 상품 번호가 없습니다. 이용현황에서 상품을 선택해 주세요.</p>
    </PageError>
  )
}

/** The use of one service: bytes by hour or day, its sessions, and what is on record of them for how long. */
function Sheet({ service }: { service: string }) {
  const [{ service: held, usage, sessions }, { page }] = usePageData(record)
  if (!held || !usage || !sessions) return null
  return (
    <MypageFrame title="이용 기록">
      <ButtonLink to={BACK} kind="text" className="-ml-2">
        이용현황으로 돌아가기
      </ButtonLink>
      <p className="figures mt-6 flex flex-wrap items-baseline gap-x-3">
        <span translate="no" className="address font-semibold text-lead">
          {nameOf(held.address)}
        </span>
        <span className="text-ink-2 text-small">{held.planName}</span>
      </p>
      <div className="mt-8 grid gap-12">
        <Pretended service={held} />
        <Usage service={service} usage={usage} />
        <Sessions service={service} period={periodOf(usage)} page={page} sessions={sessions} />
        <section aria-label="남는 기록" className="grid max-w-text gap-2 text-ink-2 text-small">
          <h2 className="font-semibold text-ink">무엇을 기록하나요</h2>
          <p>{RECORDED}</p>
          <p>{NOT_RECORDED}</p>
          <p>{kept(usage.usageMonths, usage.sessionMonths)}</p>
        </section>
      </div>
    </MypageFrame>
  )
}
