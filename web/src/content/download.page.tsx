import { useLocation } from 'react-router'
import { usePageData } from '../pages/use-page-data'
import { EmptyState } from '../ui/empty-state'
import { Fold } from '../ui/fold'
import { Prose } from '../ui/prose'
import { INQUIRY, NextSteps, OWN_SERVICES } from './next-steps'
import { OlderReleases } from './older-releases'
import { PageHead } from './page-head'
import { download } from './pages'
import { ReleaseCard } from './release-card'
import { SystemTabs } from './system-tabs'
import { systemAt } from './systems'

/** The programs for one operating system, with what the law requires to be shown before an installation. */
export default function Download() {
  const { key: system, name } = systemAt(useLocation().pathname)
  const [{ contentPage: page, releases }] = usePageData(download(system))
  const current = releases.filter(({ isLatest }) => isLatest)
  const older = releases.filter(({ isLatest }) => !isLatest)
  return (
    <div className="page pt-12 pb-18 lg:pt-18 lg:pb-26">
      <PageHead kind="다운로드" title={page.title}>
        <SystemTabs base="/download" current={system} />
        <Prose html={page.lead} className="mt-6" />
      </PageHead>
      <div className="mt-8 grid gap-6">
        {current.map((release) => (
          <ReleaseCard key={release.slug} release={release} like={current[0]} />
        ))}
        {current.length === 0 && <EmptyState>아직 등록된 파일이 없습니다.</EmptyState>}
        {older.length > 0 && <OlderReleases releases={older} like={current[0]} />}
      </div>
      <div className="mt-6 grid gap-3">
        {page.sections.map(({ id, title, html }) => (
          <Fold framed key={id} title={title}>
            <Prose html={html} />
          </Fold>
        ))}
      </div>
      <section aria-labelledby="next" className="mt-18">
        <h2 id="next" className="mb-6 text-title-s">
          설치한 다음
        </h2>
        <NextSteps
          steps={[
            {
              to: `/use/${system}`,
              title: `${name} 이용안내`,
              text: '설정을 가져와 연결하는 방법을 그림으로 봅니다.',
            },
            OWN_SERVICES,
            INQUIRY,
          ]}
        />
      </section>
    </div>
  )
}
