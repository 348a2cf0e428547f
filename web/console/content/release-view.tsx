import { dataSize } from '../../src/ui/data-size'
import { FactList } from '../frame/fact-list'
import type { RenderedRelease } from './queries'
import { SOURCES } from './release-fields'

/** What the card of a release says on its download page. */
export const ReleaseView = ({ release }: { release: RenderedRelease }) => (
  <FactList
    facts={[
      { label: '프로그램', value: release.name },
      {
        label: '버전',
        value: release.version ?? (release.kind === 'store' ? '스토어가 늘 최신 버전을 설치합니다' : null),
      },
      release.releasedOn !== null && {
        label: '공개일',
        value: <span className="figures">{release.releasedOn}</span>,
      },
      release.size !== null && { label: '크기', value: dataSize(release.size) },
      release.requires !== '' && { label: '쓸 수 있는 기기', value: release.requires },
      {
        label: '받는 곳',
        value: (
          <span className="break-all">
            {SOURCES[release.kind]}: {release.url}
          </span>
        ),
      },
      release.sha256 !== null && {
        label: 'SHA-256',
        value: <span className="break-all">{release.sha256}</span>,
      },
    ]}
  />
)
