import type { LegalDocument } from '../api/types'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { effectiveDay, isAhead, versionPath } from './legal-dates'

interface LegalVersionsProps {
  document: LegalDocument
  path: string
}

/** Since when this version is in force; unfolds to all versions, past and future. It works without script. */
export function LegalVersions({ document, path }: LegalVersionsProps) {
  const { version, effectiveFrom, versions } = document
  const says = `시행일 ${effectiveDay(effectiveFrom)}`
  if (versions.length < 2) return <p className="figures text-ink-2 text-small">{says}</p>
  const current = versions.find((one) => !isAhead(one.effectiveFrom))?.version
  return (
    <>
      <p className="figures hidden text-small print:block">{says}</p>
      <details className="group relative print:hidden">
        <summary className="figures flex min-h-11 items-center gap-2 rounded-control border border-ink-3 px-4 font-medium text-small">
          {says}
          <Icon name="down" className="size-4 transition-transform duration-150 group-open:rotate-180" />
        </summary>
        <ul className="floating figures absolute z-10 mt-2 w-72 rounded-card bg-paper p-2 text-small">
          {versions.map((one) => (
            <li key={one.version}>
              <Link
                to={one.version === current ? path : versionPath(path, one.version)}
                aria-current={one.version === version ? 'true' : undefined}
                className="flex min-h-11 items-center justify-between gap-3 rounded-control px-3 hover:bg-surface aria-[current]:font-semibold"
              >
                {effectiveDay(one.effectiveFrom)}
                <span className="text-caption text-ink-2">
                  {one.version === current
                    ? '시행 중'
                    : isAhead(one.effectiveFrom)
                      ? '시행 예정'
                      : '지난 내용'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
