import type { ReactNode } from 'react'
import type { LegalDocument } from '../api/types'
import { Callout } from '../ui/callout'
import { Link } from '../ui/link'
import { effectiveDay, isAhead, versionPath } from './legal-dates'

interface LegalNewsProps {
  document: LegalDocument
  path: string
}

/** A note above the text: that this version is not in force, or which version will follow the one in force. */
export function LegalNews({ document, path }: LegalNewsProps) {
  const next = document.versions.filter(({ effectiveFrom }) => isAhead(effectiveFrom)).at(-1)
  if (document.isCurrent) {
    if (!next) return null
    return (
      <News>
        {effectiveDay(next.effectiveFrom)}부터 내용이 바뀝니다.{' '}
        <To path={versionPath(path, next.version)}>바뀔 내용 보기</To>
      </News>
    )
  }
  return (
    <News>
      {isAhead(document.effectiveFrom)
        ? `아직 시행되지 않았습니다. ${effectiveDay(document.effectiveFrom)}부터 시행합니다.`
        : '지난 내용입니다. 지금은 적용되지 않습니다.'}{' '}
      <To path={path}>지금 시행 중인 내용 보기</To>
    </News>
  )
}

const News = ({ children }: { children: ReactNode }) => (
  <div className="mt-6">
    <Callout tone="info">{children}</Callout>
  </div>
)

const To = ({ path, children }: { path: string; children: ReactNode }) => (
  <Link to={path} className="font-semibold underline underline-offset-4">
    {children}
  </Link>
)
