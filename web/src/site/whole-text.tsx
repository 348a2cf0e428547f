import { useQuery } from '@tanstack/react-query'
import { get } from '../api/client'
import type { Path } from '../api/path'
import type { Agreement } from '../api/types'
import { plainDay } from '../korean/dates'
import { Callout } from '../ui/callout'
import { Loaded } from '../ui/loaded'
import { Prose } from '../ui/prose'

const LINK_WITHIN = /<a href="#[^"]*">([\s\S]*?)<\/a>/g
const REPLACED = '동의 문서가 변경되었습니다. 새로고침한 뒤 다시 확인해 주세요.'

interface WholeTextProps {
  agreement: Agreement
  /** The call that answers with the documents of this form, texts included. */
  api: Path<'/api/v1/agreements'>
  isWanted: boolean
}

/**
 * The published edition that a consent is about, word for word. It is fetched once it is wanted, because forms are to
 * be there early; until then, and without script, its name leads to its page. Never shows another version than the
 * one that is agreed to.
 */
export function WholeText({ agreement: { key, version, text }, api, isWanted }: WholeTextProps) {
  const query = useQuery({
    queryKey: [api, version],
    queryFn: ({ signal }) => get(api, signal),
    enabled: isWanted && text !== null,
    staleTime: Number.POSITIVE_INFINITY, // a version never changes
  })
  if (!text) return null
  return (
    <>
      <p className="font-semibold">
        <a
          href={`/privacy/${text.slug}?version=${text.edition}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink-3"
        >
          {`${text.title} 전문 (${plainDay(text.effectiveFrom)} 시행)`}
          <span className="sr-only"> (새 창)</span>
        </a>
      </p>
      {isWanted && (
        <Loaded query={query} shape="h-32">
          {(documents) => {
            const same = documents.find((one) => one.key === key && one.version === version)
            if (!same?.text?.html) return <Callout tone="warn">{REPLACED}</Callout>
            // Links to its own articles become words: several texts with articles of equal numbers share the page.
            return <Prose html={same.text.html.replaceAll(LINK_WITHIN, '$1')} className="legal" />
          }}
        </Loaded>
      )}
    </>
  )
}
