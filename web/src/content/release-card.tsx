import { ArrowUpRight, Download } from 'lucide-react'
import { useId } from 'react'
import type { Release } from '../api/types'
import { buttonLook } from '../ui/button'
import { classes } from '../ui/classes'
import { Fold } from '../ui/fold'
import { Prose } from '../ui/prose'
import { Checksum, ReleaseFacts } from './release-facts'

interface ReleaseCardProps {
  release: Release
  /** A release shown in full on the same page: facts that are the same are not repeated here. */
  like?: Release | undefined
}

/** The section of a release that only those unfold who look for it. */
const HISTORY = '바뀐 점'

/**
 * One release, its button first. What it does, how it affects other programs and how to remove it must be told before an
 * installation (ECA 21①7): it stands open in the same card, and the words at the button point to it.
 */
export function ReleaseCard({ release, like }: ReleaseCardProps) {
  const id = useId()
  const { name, sections } = release
  const isRepeated = like !== undefined && like !== release && sameSections(release, like)
  const told = sections.filter(({ title }) => title !== HISTORY)
  const history = isRepeated ? [] : sections.filter(({ title }) => title === HISTORY)
  return (
    <article aria-labelledby={id} className="rounded-card border border-line p-5 sm:p-8">
      <h2 id={id} className="text-title-s">
        {name}
      </h2>
      <div className="mt-4">
        <GetIt release={release} />
      </div>
      <div className="mt-6">
        <ReleaseFacts release={release} />
      </div>
      {isRepeated ? (
        <p className="mt-6 text-ink-2 text-small">
          바뀐 점, 기능, 다른 프로그램에 미치는 영향, 삭제 방법은 위의 {like.name}에 적힌 내용과 같습니다.
        </p>
      ) : (
        <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-2">
          {told.map(({ id: section, title, html }) => (
            <section key={section}>
              <h3 className="mb-2 font-semibold">{title}</h3>
              <Prose html={html} className="text-small" />
            </section>
          ))}
        </div>
      )}
      {(history.length > 0 || release.sha256) && (
        <div className="mt-8">
          <Fold
            framed
            title={[...history.map(({ title }) => title), release.sha256 && 'SHA-256']
              .filter(Boolean)
              .join(' · ')}
          >
            {history.map(({ id: section, html }) => (
              <Prose key={section} html={html} className="text-small" />
            ))}
            {release.sha256 && <Checksum sha256={release.sha256} />}
          </Fold>
        </div>
      )}
    </article>
  )
}

const sameSections = (one: Release, other: Release) =>
  one.sections.length === other.sections.length &&
  one.sections.every(({ title, html }, place) => {
    const twin = other.sections[place]
    return twin?.title === title && twin.html === html
  })

const FIRST = '설치하기 전에 아래의 기능, 다른 프로그램에 미치는 영향, 삭제 방법을 확인해 주세요.'

const BUTTON = classes(buttonLook({}), 'max-sm:w-full')
const ICON = { 'aria-hidden': true, className: 'size-5 shrink-0', strokeWidth: 1.75 } as const

/** Names the very program whose SHA-256 the page shows: the next release may stand under the same name. */
const fileOf = ({ url, sha256 }: Release) =>
  sha256 ? `${url}?sha256=${sha256.slice(0, 16).toLowerCase()}` : url

function GetIt({ release }: ReleaseCardProps) {
  const { kind, url, name } = release
  if (kind === 'file')
    return (
      <>
        <a href={fileOf(release)} download className={BUTTON}>
          <Download {...ICON} />
          {name} 내려받기
        </a>
        <p className="mt-3 text-caption text-ink-2">{FIRST}</p>
      </>
    )
  return (
    <>
      <a href={url} target="_blank" rel="noopener noreferrer" className={BUTTON}>
        <ArrowUpRight {...ICON} />
        {kind === 'store' ? `${storeOf(url)}에서 설치하기` : '제작사 서버에서 내려받기'}
        <span className="sr-only"> ({name}, 새 창)</span>
      </a>
      <p className="mt-3 text-caption text-ink-2">
        {FIRST}{' '}
        {kind === 'store'
          ? '버전과 업데이트는 스토어가 맡습니다. 이 사이트는 파일을 보관하지 않습니다.'
          : '파일은 제작사의 공식 서버에 있습니다. 받은 뒤 SHA-256이 아래의 값과 같은지 확인할 수 있습니다.'}
      </p>
    </>
  )
}

function storeOf(url: string): string {
  if (url.startsWith('https://play.google.com/')) return 'Google Play'
  return url.startsWith('https://apps.apple.com/') ? 'App Store' : '스토어'
}
