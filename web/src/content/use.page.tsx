import { useLocation } from 'react-router'
import { day } from '../korean/dates'
import { usePageData } from '../pages/use-page-data'
import { Prose } from '../ui/prose'
import { SearchForm } from '../ui/search-form'
import { ContentsAbove, ContentsBeside } from './contents'
import { INQUIRY, NextSteps, OWN_SERVICES } from './next-steps'
import { PageHead } from './page-head'
import { connectionGuide } from './pages'
import { SystemTabs } from './system-tabs'
import { systemAt } from './systems'

/** How to connect a device of one system, from the purchase on. */
export default function Use() {
  const { key: system, name } = systemAt(useLocation().pathname)
  const [{ guide }] = usePageData(connectionGuide(system))
  return (
    <div className="page pt-12 pb-18 lg:pt-18 lg:pb-26">
      <PageHead kind="이용안내" title={guide.title} changedOn={day(guide.updatedAt)}>
        <SystemTabs base="/use" current={system} />
      </PageHead>
      <div className="mt-8 grid gap-x-18 gap-y-8 lg:grid-cols-[minmax(0,1fr)_260px]">
        <div className="grid min-w-0 content-start gap-8">
          <ContentsAbove headings={guide.headings} />
          <Prose html={guide.html} />
        </div>
        <aside className="lg:sticky lg:top-24 lg:self-start">
          <ContentsBeside headings={guide.headings} />
          <div className="lg:mt-8">
            <SearchForm action="/support/search" label="도움말 검색" value="" />
          </div>
        </aside>
      </div>
      <section aria-labelledby="next" className="mt-18">
        <h2 id="next" className="mb-6 text-title-s">
          다음으로
        </h2>
        <NextSteps
          steps={[
            {
              to: `/download/${system}`,
              title: `${name} 다운로드`,
              text: '공식 앱을 받고 내용을 확인합니다.',
            },
            OWN_SERVICES,
            INQUIRY,
          ]}
        />
      </section>
    </div>
  )
}
