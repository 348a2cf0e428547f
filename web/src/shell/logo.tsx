import type { SiteConfig } from '../api/types'
import { hasLogo, LogoPicture } from '../site'
import { Link } from '../ui/link'

/** The operator's logo, or our own: two ends and the line that joins them. */
export function Logo({ config }: { config: SiteConfig }) {
  return (
    <Link to="/" className="inline-flex min-h-11 items-center gap-2.5" aria-label={`${config.siteNm} 홈`}>
      {hasLogo(config) ? (
        <LogoPicture config={config} alt="" />
      ) : (
        <>
          <svg viewBox="0 0 44 20" className="h-5 w-11" fill="none" aria-hidden="true">
            <circle cx="10" cy="10" r="7" stroke="var(--color-ink)" strokeWidth="3" />
            <path d="M17 10h10" stroke="var(--color-accent)" strokeWidth="3" />
            <circle cx="34" cy="10" r="8.5" fill="var(--color-accent)" />
          </svg>
          <span className="text-title-s font-bold tracking-tight">{config.siteNm}</span>
        </>
      )}
    </Link>
  )
}
