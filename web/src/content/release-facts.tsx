import type { ReactNode } from 'react'
import type { Release } from '../api/types'
import { plainDay } from '../korean/dates'
import { CopyButton } from '../ui/copy-button'
import { dataSize } from '../ui/data-size'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-x-6 border-line border-t py-3 sm:flex-row sm:items-baseline">
      <dt className="w-28 shrink-0 text-ink-2 text-small">{name}</dt>
      <dd className="figures min-w-0 text-small">{children}</dd>
    </div>
  )
}

/**
 * The facts of a release. Where only a store or the maker's server knows one, the page says where to look, and never
 * guesses.
 */
export function ReleaseFacts({ release }: { release: Release }) {
  const { kind, version, releasedOn, size, requires } = release
  const keeper = kind === 'store' ? '스토어의 앱 화면에 표시됩니다' : '내려받을 때 브라우저에 표시됩니다'
  return (
    <dl className="border-line border-b">
      {(version !== null || kind === 'store') && (
        <Fact name="버전">{version ?? '스토어가 늘 최신 버전을 설치합니다'}</Fact>
      )}
      {releasedOn && <Fact name="공개일">{plainDay(releasedOn)}</Fact>}
      <Fact name="크기">{size === null ? keeper : dataSize(size)}</Fact>
      {requires && <Fact name="쓸 수 있는 기기">{requires}</Fact>}
    </dl>
  )
}

/** The fingerprint of a file, for those who compare it. */
export function Checksum({ sha256 }: { sha256: string }) {
  return (
    <p className="mt-3 flex items-center gap-2 text-small">
      <span className="shrink-0 text-ink-2">SHA-256</span>
      <code translate="no" className="min-w-0 break-all font-sans">
        {sha256}
      </code>
      <CopyButton text={sha256} what="SHA-256" />
    </p>
  )
}
