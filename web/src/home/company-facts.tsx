import type { SiteConfig } from '../api/types'

/** The company behind the shop, large enough to be read before paying. */
export function CompanyFacts({ config }: { config: SiteConfig }) {
  const facts = [
    ['상호', config.bizNm],
    ['대표자', config.ceo],
    ['사업자등록번호', config.bizLic],
    ['통신판매업 신고번호', config.ecLic],
    ['주소', config.bizLoc],
    ['고객센터', `${config.tel} · ${config.siteMail}`],
    ['상담 시간', config.supportHours],
  ] as const
  return (
    <dl className="figures grid gap-x-12 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-col border-line border-t py-4 lg:flex-row lg:gap-6">
          <dt className="w-40 shrink-0 text-ink-2 text-small">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
