import type { Release } from '../api/types'
import { Icon } from '../ui/icon'
import { ReleaseCard } from './release-card'

interface OlderReleasesProps {
  releases: Release[]
  like: Release | undefined
}

/** Older versions, folded: whoever needs one looks for it, and nobody else should take one by mistake. */
export function OlderReleases({ releases, like }: OlderReleasesProps) {
  return (
    <details className="group rounded-card border border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4 px-5 font-semibold sm:px-8">
        <span>
          이전 버전 <span className="figures font-medium text-ink-2">{releases.length}개</span>
        </span>
        <Icon name="down" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-6 px-5 pb-5 sm:px-8 sm:pb-8">
        <p className="text-ink-2 text-small">
          새 버전에 문제가 있을 때만 쓰세요. 예전 버전에는 나중에 고쳐진 오류가 남아 있을 수 있습니다.
        </p>
        {releases.map((release) => (
          <ReleaseCard key={release.slug} release={release} like={like} />
        ))}
      </div>
    </details>
  )
}
