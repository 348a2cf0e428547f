import type { ContentPage } from '../api/types'
import { Icon } from '../ui/icon'
import { Prose } from '../ui/prose'

/** Where the first paragraph, list or table of an answer ends. */
const FIRST_ENDS = /<\/(?:p|ul|ol|div)>/

/** Questions with the first paragraph of each answer; the rest of an answer can be unfolded. */
export function Questions({ questions }: Pick<ContentPage, 'questions'>) {
  return (
    <dl className="border-line border-b">
      {questions.map(({ slug, question, html }) => {
        const ends = FIRST_ENDS.exec(html)
        const cut = ends ? ends.index + ends[0].length : html.length
        const rest = html.slice(cut).trim()
        return (
          <div key={slug} className="grid gap-2 border-line border-t py-6 lg:grid-cols-[360px_1fr] lg:gap-12">
            <dt className="font-semibold text-lead">{question}</dt>
            <dd>
              <Prose html={html.slice(0, cut)} className="text-ink-2" />
              {rest && (
                <details className="group mt-2">
                  <summary className="inline-flex min-h-11 items-center gap-1 font-medium text-small hover:underline">
                    <span className="group-open:hidden">더 자세히</span>
                    <span className="hidden group-open:inline">접기</span>
                    <span className="sr-only">: {question}</span>
                    <Icon
                      name="down"
                      className="size-4 transition-transform duration-150 group-open:rotate-180"
                    />
                  </summary>
                  <Prose html={rest} className="mt-2 text-ink-2" />
                </details>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
