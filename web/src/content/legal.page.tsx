import { Printer } from 'lucide-react'
import { useLocation } from 'react-router'
import { usePageData } from '../pages/use-page-data'
import { Button } from '../ui/button'
import { Prose } from '../ui/prose'
import { LegalContents } from './legal-contents'
import { LegalNews } from './legal-news'
import { legalText } from './legal-text'
import { LegalVersions } from './legal-versions'
import { legalAt } from './pages'

/** Terms of use or privacy policy: the version and its day, the table of contents, the text, the other versions. */
export default function LegalDocument() {
  const { pathname } = useLocation()
  const [{ document }] = usePageData(legalAt(pathname))
  const { html, headings } = legalText(document.html)
  return (
    <article className="page py-12 lg:py-18" data-print>
      <header className="border-line border-b pb-6">
        <h1 className="text-title-m lg:text-title-l">{document.title}</h1>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <LegalVersions key={document.version} document={document} path={pathname} />
          <Button kind="quiet" size="small" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" strokeWidth={1.75} />
            인쇄·저장
          </Button>
        </div>
      </header>
      <LegalNews document={document} path={pathname} />
      <div className="mt-8 grid gap-8 lg:grid-cols-[260px_1fr] lg:gap-18">
        <LegalContents headings={headings} />
        <Prose html={html} className="legal min-w-0" />
      </div>
    </article>
  )
}
