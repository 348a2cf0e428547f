import { useQuery } from '@tanstack/react-query'
import { Callout } from '../../src/ui/callout'
import { Prose } from '../../src/ui/prose'
import { Skeleton } from '../../src/ui/skeleton'
import { post } from '../frame/calls'
import { Failure } from '../frame/failure'
import { useSettled } from '../frame/use-settled'
import type { Written, WrittenKind } from './queries'
import { ReleaseView } from './release-view'

export interface Drafted {
  kind: WrittenKind
  slug: string
  edition: string | null
  written: Written
}

/** The text as its page will show it: rendered by the server, by the same code that publishes. Its links lead nowhere. */
export function Rendering({ draft }: { draft: Drafted }) {
  const settled = useSettled(draft, 400)
  const { data, error } = useQuery({
    queryKey: ['/api/v1/console/content/rendering', settled],
    queryFn: ({ signal }) => post('/api/v1/console/content/rendering', settled, { signal, quiet: true }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })
  if (error) return <Failure error={error} />
  if (!data) return <Skeleton className="h-120" />
  if (data.problems.length > 0)
    return (
      <Callout tone="warn">
        <ul className="grid gap-1">
          {data.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Callout>
    )
  return (
    <div
      className="min-w-0 rounded-card border border-line p-5 text-body"
      onClickCapture={(event) => {
        if ((event.target as Element).closest('a')) event.preventDefault()
      }}
    >
      <h3 className="mb-3 text-title-m">{data.title}</h3>
      {data.release && <ReleaseView release={data.release} />}
      <Prose html={data.html} />
      {data.sections.map(({ id, title, html }) => (
        <section key={id} className="mt-6">
          <h4 className="mb-2 text-title-s">{title}</h4>
          <Prose html={html} />
        </section>
      ))}
      {Object.entries(data.texts).length > 0 && (
        <dl className="mt-6 grid gap-2 border-line border-t pt-4 text-small">
          {Object.entries(data.texts).map(([name, text]) => (
            <div key={name}>
              <dt className="text-caption text-ink-2">{name}</dt>
              <dd className="whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
